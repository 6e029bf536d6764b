import { createSolanaRpcFromTransport, type KeyPairSigner } from '@solana/kit'
import { expect, test } from 'vitest'
import { mintNft } from '../src/mint-nft.ts'
import { createNonceAccount } from '../src/nonce-account.ts'
import { findMintAddress, findTokenAccount } from '../src/token-address.ts'
import { transferNft } from '../src/transfer-nft.ts'
import { createFaultyTransport, seeded } from './faulty-transport.ts'
import { deploy, type Node, type Platform, send, signRecent, startNode } from './node.ts'
import { Crash, createBooks, runRound, type Sender } from './sender.ts'
import { sha256, signerOf, vmProblem } from './vm.ts'

/** `npm test` makes a few; `npm run torture` with 25 rounds makes 250. */
const NFTS = 10 * Number(process.env.TORTURE_ROUNDS ?? 1)
/** With this one, a sender that believes a node that lags does not end. */
const SEED = Number(process.env.TORTURE_SEED ?? 2)
const NONCES = 4
const ROUNDS_MAX = 200 + NFTS * 20

const hashOf = (index: number) => sha256(`nft ${index}`)

async function untilDone(sender: Sender, node: Node): Promise<number> {
  let crashes = 0
  for (let round = 0; sender.books.intents.some(({ status }) => status !== 'done'); round++) {
    if (round === ROUNDS_MAX) throw new Error('it does not end')
    await runRound(sender).catch((error: Error) => {
      if (!(error instanceof Crash)) throw error
      crashes++
    })
    node.passSlots(1)
  }
  return crashes
}

async function enqueueMints({ books }: Sender, { payer, authority, rentOf }: Platform, owner: KeyPairSigner) {
  for (let index = 0; index < NFTS; index++) {
    const nft = { payer, authority, owner: owner.address, metadataHash: hashOf(index), rentOf }
    const instructions = await mintNft({ ...nft, name: `Nr ${index}`, uri: 'ipfs://x', royaltyBps: 0 })
    books.intents.push({ instructions, status: 'waiting' })
  }
}

test.skipIf(vmProblem)(
  `${NFTS} mints and ${NFTS} sales by a node that lags, loses answers and has too much to do, with crashes between (seed ${SEED})`,
  { timeout: 90_000 * Math.max(1, NFTS / 10) },
  async () => {
    const random = seeded(SEED)
    const node = await startNode()
    const platform = await deploy(node)
    const { payer, authority, rentOf } = platform
    for (let number = 1; number < NONCES; number++)
      await send(node, await signRecent(node, payer, await createNonceAccount({ payer, number, rentOf })))
    node.passSlots(1)
    const { transport, faults } = createFaultyTransport(node.url, random)
    const sender = {
      rpc: createSolanaRpcFromTransport(transport),
      payer,
      books: await createBooks(payer, NONCES),
      random,
    }
    const [seller, buyer] = [await signerOf('seller'), await signerOf('buyer')]

    await enqueueMints(sender, platform, seller)
    let crashes = await untilDone(sender, node)
    const mints = await Promise.all(
      Array.from({ length: NFTS }, (_, index) => findMintAddress(authority.address, hashOf(index))),
    )
    for (const mint of mints) {
      const sale = { payer, owner: seller, to: buyer.address, mint, reference: mint }
      sender.books.intents.push({ instructions: await transferNft(sale), status: 'waiting' })
    }
    crashes += await untilDone(sender, node)

    expect(crashes).toBeGreaterThan(0)
    expect(faults()).toBeGreaterThan(NFTS)
    for (const mint of mints) {
      const told = await node.rpc.getSignaturesForAddress(mint, { limit: 100 }).send()
      expect(told.map(({ err }) => err)).toEqual([null, null])
      const { value } = await node.rpc
        .getTokenAccountsByOwner(buyer.address, { mint }, { encoding: 'base64', commitment: 'processed' })
        .send()
      expect(value.map(({ pubkey }) => pubkey)).toEqual([await findTokenAccount(mint, buyer.address)])
    }
  },
)
