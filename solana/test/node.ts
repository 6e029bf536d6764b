import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Base64EncodedWireTransaction,
  createSolanaRpc,
  type Instruction,
  type KeyPairSigner,
  lamports,
  type Rpc,
  type Signature,
  type SolanaRpcApi,
} from '@solana/kit'
import { onTestFinished } from 'vitest'
import { createCollection } from '../src/create-collection.ts'
import { createNonceAccount, type DurableNonce, findNonceAddress, readNonce } from '../src/nonce-account.ts'
import { signTransaction, type SignedTransaction } from '../src/sign-transaction.ts'
import { signerOf } from './vm.ts'

export const SLOT_MS = 400
const FUNDS = lamports(100_000_000_000n)

export type Node = {
  rpc: Rpc<SolanaRpcApi>
  url: string
  /** The clock of the chain: it stands still between. */
  passSlots(count: number): void
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'verso-solana-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A chain behind its HTTP server, in this process, with a clock that the test moves. */
export async function startNode({
  folder = temporaryFolder(),
  firstSlots = 100,
} = {}): Promise<Node & { stop(): Promise<void> }> {
  const { openChain } = await import('../node/chain.ts')
  const { createRpcServer } = await import('../node/rpc/http-server.ts')
  let nowMs = 1_760_000_000_000
  const chain = await openChain({ folder, slotMs: SLOT_MS, now: () => nowMs })
  const crashes: unknown[] = []
  const server = createRpcServer(chain, { onCrash: (error) => crashes.push(error) })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    chain.close()
    if (crashes.length > 0) throw crashes[0]
  }
  onTestFinished(stop)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // So that there is a finalized one.
  nowMs += firstSlots * SLOT_MS
  return { rpc: createSolanaRpc(url), url, passSlots: (count) => void (nowMs += count * SLOT_MS), stop }
}

export const toWire = ({ raw }: SignedTransaction): Base64EncodedWireTransaction =>
  Buffer.from(raw).toString('base64') as Base64EncodedWireTransaction

export const send = (
  { rpc }: Pick<Node, 'rpc'>,
  transaction: SignedTransaction,
  { skipPreflight = false } = {},
): Promise<Signature> => rpc.sendTransaction(toWire(transaction), { encoding: 'base64', skipPreflight }).send()

/** Rent grows by the byte; two questions tell it for all sizes. */
export async function readRent({ rpc }: Pick<Node, 'rpc'>): Promise<(bytes: number) => bigint> {
  const [none, one] = await Promise.all([
    rpc.getMinimumBalanceForRentExemption(0n).send(),
    rpc.getMinimumBalanceForRentExemption(1n).send(),
  ])
  return (bytes) => none + (one - none) * BigInt(bytes)
}

export async function signRecent(
  { rpc }: Pick<Node, 'rpc'>,
  payer: KeyPairSigner,
  instructions: Instruction[],
): Promise<SignedTransaction> {
  const { value: lifetime } = await rpc.getLatestBlockhash({ commitment: 'processed' }).send()
  return signTransaction({ payer, instructions, lifetime })
}

export type Platform = {
  payer: KeyPairSigner
  authority: KeyPairSigner
  rentOf(bytes: number): bigint
  nonce(): Promise<DurableNonce>
}

/** The parts of a deployment on chain: a funded payer, the collection and a nonce account. */
export async function deploy(node: Node): Promise<Platform> {
  const [payer, authority] = await Promise.all([signerOf('payer'), signerOf('authority')])
  await node.rpc.requestAirdrop(payer.address, FUNDS).send()
  const rentOf = await readRent(node)
  const collection = { payer, authority, name: 'Verso', uri: 'https://verso.example/collection.json', rentOf }
  await send(node, await signRecent(node, payer, await createCollection(collection)))
  await send(node, await signRecent(node, payer, await createNonceAccount({ payer, number: 0, rentOf })))
  node.passSlots(1)
  const address = await findNonceAddress(payer.address, 0)
  const nonce = async () => {
    const { value } = await node.rpc.getAccountInfo(address, { encoding: 'base64', commitment: 'processed' }).send()
    const data = Buffer.from(value?.data[0] ?? '', 'base64')
    const account = { address, data, executable: false, lamports: lamports(0n), space: 0n }
    const read = readNonce({ ...account, programAddress: value?.owner ?? address })
    if (!read) throw new Error('this is no nonce account')
    return { address, value: read.value, authority: payer }
  }
  return { payer, authority, rentOf, nonce }
}
