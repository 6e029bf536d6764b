import type { Address, Base64EncodedWireTransaction } from '@solana/kit'
import { signAsPayer, type SignedTransaction } from '@verso/solana/sign-transaction'
import { inTransaction } from '../../../db/client.ts'
import type { SolanaConnection } from '../../../gateways/chain/solana-connection.ts'
import { findBlocked } from '../../../media/files/blocked-bytes.ts'
import type { SignerName } from '../../chain-adapter.ts'
import { type Intent, nftIdsOf } from '../../intents/intent.ts'
import { mintPayload } from '../../intents/intent-payloads.ts'
import { askForSolana } from '../../keys/ask-custody.ts'
import { FailedSigning } from '../../keys/failed-signing.ts'
import type { CustodyContext } from '../../outcomes.ts'
import { judgeSale } from '../../sending/judge-sale.ts'
import { judgeWithdrawal } from '../../sending/judge-withdrawal.ts'
import { listSales } from '../../sending/list-sales.ts'
import { nothingPrepared, type Prepared } from '../../sending/prepared.ts'
import { lockSigner, type StoredTransaction, storeTransaction } from '../../sending/store-transaction.ts'
import { takeIntents } from '../../sending/take-intents.ts'
import { recordDropped } from '../follow-sent.ts'
import { findReceiverProblem } from './find-receiver-problem.ts'
import { findFreeNonce, type FreeNonce, isGivenAway } from '../nonce-pool.ts'
import { readHeld, readOwner } from '../read-owner.ts'
import { findRentProblem, readRent } from '../read-rent.ts'

type Problem = { defer: string } | { impossible: string }
type Kind = 'MINT' | 'SETTLE' | 'WITHDRAW'
const KINDS: readonly string[] = ['MINT', 'SETTLE', 'WITHDRAW'] satisfies Kind[]
/** A transfer leaves it to the chain. */
const NO_RENT = { base: 0n, perByte: 0n }
const NO_NONCES = 'who pays has no nonce accounts: run npm run chain:deploy -- --chain SOL'

/** The transaction that an intent needs, tried out and with all signatures; not stored yet, and so not sent. */
export async function prepareTransaction(
  ctx: CustodyContext,
  connection: SolanaConnection,
  intent: Intent,
  name: SignerName,
): Promise<Prepared> {
  const put = (problem: Problem): Prepared =>
    'defer' in problem
      ? { ...nothingPrepared(), deferred: [{ intent, reason: problem.defer }] }
      : { ...nothingPrepared(), impossible: [{ intent, reason: problem.impossible }] }
  if (!KINDS.includes(intent.kind)) return put({ impossible: 'there is nothing of this kind on Solana' })
  const verdict = await judge(ctx, connection, intent)
  if (!('holder' in verdict)) return put(verdict)
  const payer = connection[name]
  const nonce = await findFreeNonce(ctx.db, connection, payer.address)
  // All are on their way: this one waits for the next round.
  if (nonce === 'taken') return nothingPrepared()
  if (nonce === 'missing') return put({ defer: NO_NONCES })
  const rent = intent.kind === 'MINT' ? await readRent(connection) : NO_RENT
  const rentProblem = findRentProblem(rent)
  if (rentProblem) return put({ defer: rentProblem })
  const request = {
    intentId: intent.id,
    kind: intent.kind as Kind,
    payer: payer.address,
    nonce,
    rent,
    holder: verdict.holder,
  }
  const answer = await askForSolana(ctx, request).catch((error: Error) => {
    if (!(error instanceof FailedSigning)) throw error
    ctx.log.error({ intent: intent.id, error: error.message }, 'a transaction could not be signed; it is deferred')
    return { refused: error.message }
  })
  if ('refused' in answer) return put({ defer: answer.refused })
  const failure = await tryOut(connection, answer.raw)
  if (failure) return put({ defer: failure })
  const signed = await signAsPayer(Buffer.from(answer.raw, 'base64'), payer)
  return { ...nothingPrepared(), call: { sign: () => store(ctx, { signed, payer: payer.address, nonce, intent }) } }
}

/** Whether it can be sent now, later or never, and the account that holds the token: anybody can bring one back into any account. */
async function judge(
  ctx: CustodyContext,
  connection: SolanaConnection,
  intent: Intent,
): Promise<Problem | { holder: Address | undefined }> {
  if (intent.kind === 'MINT') return (await findMintProblem(ctx, connection, intent)) ?? { holder: undefined }
  const readState = async (tokenId: string) =>
    (await readHeld(connection, tokenId)) ?? { owner: undefined, holder: undefined }
  if (intent.kind === 'SETTLE') {
    const sale = (await listSales(ctx.db, 'SOL', [intent.id])).get(intent.id)
    const verdict = await judgeSale(ctx, { intent, sale }, readState)
    return 'state' in verdict ? { holder: verdict.state.holder } : verdict
  }
  const verdict = await judgeWithdrawal(ctx, intent, readState)
  if (!('state' in verdict)) return verdict
  return (await judgeReceiver(connection, verdict.target.to)) ?? { holder: verdict.state.holder }
}

/** No contract is asked on Solana, and the node may have been silent when the withdrawal was asked for. */
async function judgeReceiver(connection: SolanaConnection, to: string): Promise<Problem | undefined> {
  const { problem, isSilent } = await findReceiverProblem(connection, to)
  if (problem) return { impossible: problem }
  return isSilent ? { defer: 'the node does not tell what the receiver is' } : undefined
}

async function findMintProblem(
  ctx: CustodyContext,
  connection: SolanaConnection,
  intent: Intent,
): Promise<Problem | undefined> {
  const payload = mintPayload.safeParse(intent.payload)
  if (!payload.success) return { impossible: 'The data of the mint is incomplete.' }
  if ((await findBlocked(ctx.db, nftIdsOf([intent]))).size > 0)
    return { impossible: 'The file of this work is blocked.' }
  const wallet = await ctx.db
    .selectFrom('wallets')
    .select('public_address')
    .where('user_id', '=', intent.user_id)
    .where('chain', '=', 'SOL')
    .executeTakeFirst()
  if (!wallet?.public_address) return { defer: 'the wallet has no address yet' }
  const owner = await readOwner(connection, payload.data.tokenId)
  if (owner === undefined) return undefined
  await recordDropped(ctx, connection, intent.id)
  return { defer: 'minted already; the indexer will see it' }
}

/**
 * Simulates it on a node. The payer has not signed yet: bytes that a node could send on by itself leave only when they are
 * stored. Those are sent as they are: they land, and tell by it whether they failed.
 */
async function tryOut({ rpc }: SolanaConnection, rawWithoutPayer: string): Promise<string | undefined> {
  const { value } = await rpc
    .simulateTransaction(rawWithoutPayer as Base64EncodedWireTransaction, {
      encoding: 'base64',
      commitment: 'confirmed',
      sigVerify: false,
    })
    .send()
  if (value.err === null) return undefined
  return `it would fail: ${JSON.stringify(value.err, (_name, each: unknown) => (typeof each === 'bigint' ? Number(each) : each))}`
}

type Ready = { signed: SignedTransaction; payer: string; nonce: FreeNonce; intent: Intent }

const store = (ctx: CustodyContext, { signed, payer, nonce, intent }: Ready): Promise<StoredTransaction | undefined> =>
  inTransaction(ctx.db, async (tx) => {
    await lockSigner(tx, { chain: 'SOL', address: payer })
    if (await isGivenAway(tx, nonce)) return undefined
    if (!(await takeIntents(ctx, tx, [intent]))) return undefined
    const row = {
      chain: 'SOL',
      signer: payer,
      hash: signed.signature,
      raw: Buffer.from(signed.raw).toString('base64'),
      nonce_account: nonce.account,
      nonce_value: nonce.value,
      nonce_slot: Number(nonce.slot),
    }
    return storeTransaction(ctx, tx, row, [intent])
  })
