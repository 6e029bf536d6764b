import type { Chain } from '@verso/protocol/chains'
import { createHash, randomUUID } from 'node:crypto'
import { type Address, createKeyPairSignerFromPrivateKeyBytes, type Instruction, lamports } from '@solana/kit'
import { signTransaction } from '@verso/solana/sign-transaction'
import { transferNft } from '@verso/solana/transfer-nft'
import { type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { burnNft } from '../../solana/test/burn-nft.ts'
import { nameAccount } from '../../solana/test/name-account.ts'
import { toPlainAccount } from '../../solana/test/to-plain-account.ts'
import type { Context } from '../src/context.ts'
import { passSlots } from './solana-slots.ts'
import { transferAs } from './send-as.ts'

/** An owner of a wallet outside, who sends a token on without us. */
export type Outsider = { address: string; send(tokenId: string | null, to: string): Promise<void> }

type T = { ctx: Context }
const FUNDS = lamports(1_000_000_000n)

export async function buildOutsider(t: T, chain: Chain): Promise<Outsider> {
  if (chain === 'SOL') return buildSolanaOutsider(t)
  const account = privateKeyToAccount(generatePrivateKey())
  const send = (tokenId: string | null, to: string) =>
    transferAs(t.ctx.chains[chain], account, { tokenId, to: to as Hex })
  return { address: account.address, send }
}

export type SolanaOutsider = Outsider & {
  burn(tokenId: string | null): Promise<void>
  /** Into an account of the other's that wallets do not look for it in. */
  sendAside(tokenId: string | null, to: string): Promise<void>
  /** Names an account in so many transactions of their own. */
  name(account: string, count: number): Promise<string[]>
}

export async function buildSolanaOutsider(t: T): Promise<SolanaOutsider> {
  const owner = await createKeyPairSignerFromPrivateKeyBytes(createHash('sha256').update(randomUUID()).digest())
  const run = (instructions: Instruction[]) => runEach([instructions])
  const runEach = async (transactions: Instruction[][]) => {
    const { rpc } = t.ctx.chains.SOL ?? never()
    await rpc.requestAirdrop(owner.address, FUNDS).send()
    passSlots(t.ctx, 2)
    const { value: lifetime } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send()
    const signatures: string[] = []
    for (const instructions of transactions) {
      const { raw } = await signTransaction({ payer: owner, instructions, lifetime })
      const wire = Buffer.from(raw).toString('base64') as Parameters<typeof rpc.sendTransaction>[0]
      signatures.push(await rpc.sendTransaction(wire, { encoding: 'base64' }).send())
    }
    passSlots(t.ctx, 2)
    return signatures
  }
  const send = async (tokenId: string | null, to: string) =>
    void (await run(
      await transferNft({ payer: owner, owner, mint: tokenId as Address, to: to as Address, reference: 'outside' }),
    ))
  const burn = async (tokenId: string | null) => void (await run(await burnNft({ mint: tokenId as Address, owner })))
  const sendAside = async (tokenId: string | null, to: string) =>
    void (await run((await toPlainAccount({ mint: tokenId as Address, owner, to: to as Address })).instructions))
  const name = (account: string, count: number) =>
    runEach(Array.from({ length: count }, (_, number) => nameAccount(owner, account as Address, String(number))))
  return { address: owner.address, send, burn, sendAside, name }
}

function never(): never {
  throw new Error('this test has no Solana')
}
