import { setTimeout as sleep } from 'node:timers/promises'
import type { Address, Base64EncodedWireTransaction, Instruction, KeyPairSigner, Rpc, SolanaRpcApi } from '@solana/kit'
import { createCollection } from '@verso/solana/create-collection'
import { createNonceAccount } from '@verso/solana/nonce-account'
import { signTransaction } from '@verso/solana/sign-transaction'
import { findCollectionAddress } from '@verso/solana/token-address'
import { StartupError } from '../../errors/startup-error.ts'
import { noncesOf } from './nonce-pool.ts'
import { readAccounts } from './read-accounts.ts'
import { findRentProblem, readRent, rentOf } from './read-rent.ts'

const COLLECTION = { name: 'Verso', uri: '' }
const POLL_MS = 50
const TIMEOUT_MS = 120_000

type Node = { rpc: Rpc<SolanaRpcApi> }
export type SolanaDeployment = { authority: KeyPairSigner; payers: KeyPairSigner[] }

/** The collection's mint and the nonce accounts of the payers, all at once. What an interrupted run has made is not made again. */
export async function deployOnSolana(node: Node, { authority, payers }: SolanaDeployment): Promise<Address> {
  const [payer] = payers
  if (!payer) throw new Error('somebody has to pay')
  const read = await readRent(node)
  const problem = findRentProblem(read)
  if (problem) throw new StartupError(`Nothing was sent: ${problem}.`)
  const rent = rentOf(read)
  const collection = await findCollectionAddress(authority.address)
  const create = () => createCollection({ payer, authority, ...COLLECTION, rentOf: rent })
  const wanted: Wanted[] = [{ account: collection, payer, create }]
  for (const each of payers)
    for (const [number, account] of (await noncesOf(each.address)).entries())
      wanted.push({ account, payer: each, create: () => createNonceAccount({ payer: each, number, rentOf: rent }) })
  const missing = await listMissing(node, wanted)
  await Promise.all(missing.map((each) => send(node, each)))
  await untilThere(node, missing)
  return collection
}

type Wanted = { account: Address; payer: KeyPairSigner; create(): Promise<Instruction[]> }

/** An address that has only been sent lamports has no data. */
async function listMissing(node: Node, wanted: readonly Wanted[]): Promise<Wanted[]> {
  const addresses = wanted.map(({ account }) => account)
  const { accounts } = await readAccounts(node, addresses)
  return wanted.filter((_, index) => (accounts[index]?.data.length ?? 0) === 0)
}

/** By a recent blockhash: within about a minute it has landed, or never will. */
async function send({ rpc }: Node, { payer, create }: Wanted): Promise<void> {
  const { value: lifetime } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send()
  const { raw } = await signTransaction({ payer, instructions: await create(), lifetime })
  const wire = Buffer.from(raw).toString('base64') as Base64EncodedWireTransaction
  await rpc.sendTransaction(wire, { encoding: 'base64', preflightCommitment: 'confirmed' }).send()
}

async function untilThere(node: Node, wanted: readonly Wanted[]): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS
  for (let missing = wanted; missing.length > 0; missing = await listMissing(node, missing)) {
    if (performance.now() > deadline)
      throw new StartupError(
        `${missing.length} accounts of the platform are not there yet, the first of them ${missing[0]?.account}. Run the command again: it goes on where it stopped.`,
      )
    await sleep(POLL_MS)
  }
}
