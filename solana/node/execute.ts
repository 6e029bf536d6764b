import { createHash } from 'node:crypto'
import { getNonceDecoder, getNonceEncoder } from '@solana-program/system'
import { type Address, getBase58Encoder, type MaybeEncodedAccount } from '@solana/kit'
import { FailedTransactionMetadata, type LiteSVM, type TransactionMetadata } from 'litesvm'
import { readHolding } from '../src/read-nft.ts'
import { describeError, type TransactionError } from './describe-error.ts'
import { isWritable, type Message, toBase58 } from './read-message.ts'

/** The effects of a transaction, as nodes tell them (`meta` of getTransaction). */
export type Meta = {
  err: TransactionError | null
  status: { Ok: null } | { Err: TransactionError }
  fee: number
  preBalances: number[]
  postBalances: number[]
  preTokenBalances: TokenBalance[]
  postTokenBalances: TokenBalance[]
  innerInstructions: { index: number; instructions: unknown[] }[]
  logMessages: string[]
  computeUnitsConsumed: number
  loadedAddresses: { readonly: []; writable: [] }
  rewards: []
}
type TokenBalance = { accountIndex: number; mint: Address; owner: Address; programId: Address; uiTokenAmount: unknown }

export type Outcome = {
  /** In a block, with an error or without one. What is not has changed nothing. */
  isLanded: boolean
  meta: Meta
  /** The accounts that it could change, as they were. */
  before: MaybeEncodedAccount[]
}

/** Runs a transaction, as of a blockhash that is recent or of a durable nonce. */
export function execute(vm: LiteSVM, message: Message, { isRecent }: { isRecent: boolean }): Outcome {
  const pre = message.accountKeys.map((address) => vm.getAccount(address))
  vm.withSigverify(true).withBlockhashCheck(!isRecent)
  const result = vm.sendTransaction(message.transaction)
  const isFailed = result instanceof FailedTransactionMetadata
  // A transaction that fails in a block pays its fee; the fee payer is the first account.
  const isLanded = !isFailed || lamportsOf(vm.getAccount(message.accountKeys[0] as Address)) !== lamportsOf(pre[0])
  if (isFailed && isLanded && !isRecent) advanceNonce(vm, message)
  const post = message.accountKeys.map((address) => vm.getAccount(address))
  return {
    isLanded,
    meta: describe(result, { pre, post }),
    before: pre.filter((_, index) => isWritable(message, index)),
  }
}

/** Runs it without an effect. */
export function simulate(
  vm: LiteSVM,
  message: Message,
  { isRecent, isVerified = true }: { isRecent: boolean; isVerified?: boolean },
): Meta {
  vm.withSigverify(isVerified).withBlockhashCheck(!isRecent)
  const result = vm.simulateTransaction(message.transaction)
  const pre = message.accountKeys.map((address) => vm.getAccount(address))
  return describe(result instanceof FailedTransactionMetadata ? result : result.meta(), { pre, post: pre })
}

/** The network moves a nonce on also when its transaction fails, so that its bytes cannot be charged for twice. The machine does not. */
function advanceNonce(vm: LiteSVM, { accountKeys, instructions }: Message): void {
  const address = accountKeys[instructions[0]?.accounts[0] ?? -1]
  const account = address && vm.getAccount(address)
  if (!account?.exists) return
  const blockhash = getBase58Encoder().encode(vm.latestBlockhash())
  const next = createHash('sha256').update('DURABLE_NONCE').update(new Uint8Array(blockhash)).digest()
  const nonce = { ...getNonceDecoder().decode(account.data), blockhash: toBase58(next) as Address }
  vm.setAccount({ ...account, data: getNonceEncoder().encode(nonce) })
}

type Accounts = { pre: MaybeEncodedAccount[]; post: MaybeEncodedAccount[] }

function describe(result: TransactionMetadata | FailedTransactionMetadata, { pre, post }: Accounts): Meta {
  const isFailed = result instanceof FailedTransactionMetadata
  const err = isFailed ? describeError(result.err()) : null
  const meta = isFailed ? result.meta() : result
  const [preBalances, postBalances] = [pre.map(lamportsOf), post.map(lamportsOf)]
  return {
    err,
    status: err === null ? { Ok: null } : { Err: err },
    // Nothing but the fee leaves the accounts of a transaction.
    fee: sum(preBalances) - sum(postBalances),
    preBalances,
    postBalances,
    preTokenBalances: pre.flatMap(tokenBalance),
    postTokenBalances: post.flatMap(tokenBalance),
    innerInstructions: describeInner(meta),
    logMessages: meta.logs(),
    computeUnitsConsumed: Number(meta.computeUnitsConsumed()),
    loadedAddresses: { readonly: [], writable: [] },
    rewards: [],
  }
}

/** All lamports that there are fit into a number: the faucet has not more. */
const lamportsOf = (account: MaybeEncodedAccount | undefined): number =>
  account?.exists ? Number(account.lamports) : 0
const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0)

/** Of Token-2022 alone; NFTs have no decimals. */
function tokenBalance(account: MaybeEncodedAccount, accountIndex: number): TokenBalance[] {
  const holding = account.exists ? readHolding(account) : undefined
  if (!account.exists || !holding) return []
  const amount = String(holding.amount)
  const uiTokenAmount = { amount, decimals: 0, uiAmount: Number(amount), uiAmountString: amount }
  const { mint, owner } = holding
  return [{ accountIndex, mint, owner, programId: account.programAddress, uiTokenAmount }]
}

const describeInner = (meta: TransactionMetadata): Meta['innerInstructions'] =>
  meta
    .innerInstructions()
    .map((inner, index) => ({
      index,
      instructions: inner.map((each) => ({
        programIdIndex: each.instruction().programIdIndex(),
        accounts: [...each.instruction().accounts()],
        data: toBase58(each.instruction().data()),
        stackHeight: each.stackHeight(),
      })),
    }))
    .filter(({ instructions }) => instructions.length > 0)
