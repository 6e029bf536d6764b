import { setTimeout as sleep } from 'node:timers/promises'
import type { Address, Base64EncodedWireTransaction, Instruction, KeyPairSigner, Rpc, SolanaRpcApi } from '@solana/kit'
import { createCollection } from '@verso/solana/create-collection'
import { createNonceAccount } from '@verso/solana/nonce-account'
import { signTransaction } from '@verso/solana/sign-transaction'
import { findCollectionAddress } from '@verso/solana/token-address'
import { StartupError } from '../../errors/startup-error.ts'
import { noncesOf } from './nonce-pool.ts'
import { readAccounts } from './read-accounts.ts'
import { readRent, rentOf } from './read-rent.ts'

const COLLECTION = { name: 'Verso', uri: '' }
const POLL_MS = 100
const TIMEOUT_MS = 120_000

type Node = { rpc: Rpc<SolanaRpcApi> }
export type SolanaDeployment = { authority: KeyPairSigner; payers: KeyPairSigner[] }

/** The collection's mint and the nonce accounts of the payers. What an interrupted run has made is not made again. */
export async function deployOnSolana(node: Node, { authority, payers }: SolanaDeployment): Promise<Address> {
  const [payer] = payers
  if (!payer) throw new Error('somebody has to pay')
  const rent = rentOf(await readRent(node))
  const collection = await findCollectionAddress(authority.address)
  if (!(await isThere(node, collection)))
    await sendAndWait(node, {
      payer,
      made: collection,
      instructions: await createCollection({ payer, authority, ...COLLECTION, rentOf: rent }),
    })
  for (const each of payers)
    for (const [number, account] of (await noncesOf(each.address)).entries())
      if (!(await isThere(node, account)))
        await sendAndWait(node, {
          payer: each,
          made: account,
          instructions: await createNonceAccount({ payer: each, number, rentOf: rent }),
        })
  return collection
}

/** An address that somebody has only sent lamports to has no data. */
async function isThere(node: Node, address: Address): Promise<boolean> {
  const { accounts } = await readAccounts(node, [address])
  return (accounts[0]?.data.length ?? 0) > 0
}

/** By a recent blockhash: within about a minute it has landed, or never will. */
async function sendAndWait(
  node: Node,
  { payer, made, instructions }: { payer: KeyPairSigner; made: Address; instructions: Instruction[] },
): Promise<void> {
  const { value: lifetime } = await node.rpc.getLatestBlockhash({ commitment: 'confirmed' }).send()
  const { raw, signature } = await signTransaction({ payer, instructions, lifetime })
  const wire = Buffer.from(raw).toString('base64') as Base64EncodedWireTransaction
  await node.rpc.sendTransaction(wire, { encoding: 'base64', preflightCommitment: 'confirmed' }).send()
  const deadline = performance.now() + TIMEOUT_MS
  while (!(await isThere(node, made))) {
    if (performance.now() > deadline)
      throw new StartupError(
        `The transaction ${signature} has not landed. Run the command again: it goes on where it stopped.`,
      )
    await sleep(POLL_MS)
  }
}
