import {
  type Address,
  type Instruction,
  type KeyPairSigner,
  lamports,
  type Nonce,
  type Rpc,
  type SolanaRpcApi,
} from '@solana/kit'
import { judgeSent, type Seen } from '../src/judge-sent.ts'
import { findNonceAddress, readNonce } from '../src/nonce-account.ts'
import { signTransaction, type SignedTransaction } from '../src/sign-transaction.ts'
import type { Random } from './faulty-transport.ts'
import { toWire } from './node.ts'

export class Crash extends Error {}

type Stored = SignedTransaction & { account: Address; signedWith: Seen<Nonce> }
export type Intent = { instructions: Instruction[]; status: 'waiting' | 'sent' | 'done'; transaction?: Stored }
/** The rows of a database: all are there after a crash, and change as a whole. */
export type Books = { intents: Intent[]; pool: { account: Address; lastUsed?: Nonce }[] }

export async function createBooks(payer: KeyPairSigner, nonces: number): Promise<Books> {
  const accounts = await Promise.all(
    Array.from({ length: nonces }, (_, number) => findNonceAddress(payer.address, number)),
  )
  return { intents: [], pool: accounts.map((account) => ({ account })) }
}

export type Sender = { rpc: Rpc<SolanaRpcApi>; payer: KeyPairSigner; books: Books; random: Random }

/** One round over what was sent and what waits, as a worker does it; it may crash anywhere. */
export async function runRound(sender: Sender): Promise<void> {
  for (const intent of sender.books.intents.filter(({ status }) => status === 'sent')) await lookAfter(sender, intent)
  for (const intent of sender.books.intents.filter(({ status }) => status === 'waiting')) await sendNew(sender, intent)
}

async function lookAfter(sender: Sender, intent: Intent): Promise<void> {
  const { transaction } = intent
  if (!transaction) return
  const nonce = await readNonceAt(sender, transaction.account, transaction.signedWith.slot)
  const statuses = sender.rpc.getSignatureStatuses([transaction.signature], { searchTransactionHistory: true })
  const answer = await orUndefined(statuses.send())
  if (!nonce || !answer) return
  const status = { slot: answer.context.slot, value: answer.value[0] ?? null }
  const fate = judgeSent({ signedWith: transaction.signedWith, nonce, status })
  if (fate === 'open') return broadcast(sender, transaction)
  if (fate === 'landed') intent.status = 'done'
  else Object.assign(intent, { status: 'waiting', transaction: undefined })
}

async function sendNew(sender: Sender, intent: Intent): Promise<void> {
  const { books, payer } = sender
  const inUse = books.intents.flatMap(({ status, transaction }) =>
    status === 'sent' && transaction ? transaction.account : [],
  )
  const row = books.pool.find(({ account }) => !inUse.includes(account))
  if (!row) return
  const seen = await readNonceAt(sender, row.account, 0n)
  // An old answer: with this value nothing more can land.
  if (!seen || seen.value === row.lastUsed) return
  const nonce = { address: row.account, value: seen.value, authority: payer }
  const signed = await signTransaction({ payer, instructions: intent.instructions, lifetime: { nonce } })
  const signedWith = { slot: seen.slot, value: seen.value }
  maybeCrash(sender)
  row.lastUsed = seen.value
  Object.assign(intent, { status: 'sent', transaction: { ...signed, account: row.account, signedWith } })
  maybeCrash(sender)
  await broadcast(sender, { ...signed, account: row.account, signedWith })
  maybeCrash(sender)
}

const broadcast = async ({ rpc }: Sender, transaction: Stored): Promise<void> =>
  void (await orUndefined(rpc.sendTransaction(toWire(transaction), { encoding: 'base64' }).send()))

async function readNonceAt(
  { rpc }: Sender,
  account: Address,
  minContextSlot: bigint,
): Promise<Seen<Nonce> | undefined> {
  const config = { encoding: 'base64', commitment: 'confirmed', minContextSlot } as const
  const answer = await orUndefined(rpc.getAccountInfo(account, config).send())
  if (!answer?.value) return undefined
  const { context, value } = answer
  const data = Buffer.from(value.data[0] ?? '', 'base64')
  const rest = { address: account, executable: false, lamports: lamports(0n), space: 0n, programAddress: value.owner }
  const nonce = readNonce({ ...rest, data })
  return nonce && { slot: context.slot, value: nonce.value }
}

/** A call that a node does not answer is repeated in the next round. */
const orUndefined = <T>(answer: Promise<T>): Promise<T | undefined> => answer.catch(() => undefined)

function maybeCrash({ random }: Sender): void {
  if (random() < 0.1) throw new Crash()
}
