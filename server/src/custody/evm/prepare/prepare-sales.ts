import { collectionAbi } from '@verso/contracts/collection'
import { encodeFunctionData, type Hex } from 'viem'
import { askForListings } from '../../keys/ask-custody.ts'
import type { EvmConnection } from '../../../gateways/chain/chain-access.ts'
import type { Context } from '../../../context.ts'
import { estimateCall, revertReason } from './estimate-call.ts'
import { FailedSigning } from '../../keys/failed-signing.ts'
import type { CompactSignature } from '../../keys/record-signature.ts'
import type { Answer } from '../../keys/refused-signature.ts'
import type { ListingRequest } from '../../keys/sign-listing.ts'
import { judgeSale } from '../../sending/judge-sale.ts'
import { hasRole, NO_ROLE } from '../sender/has-role.ts'
import type { Intent } from '../../intents/intent.ts'
import { nothingPrepared } from '../../sending/prepared.ts'
import type { EvmPrepared } from './evm-prepared.ts'
import { listSales, type SaleRow } from '../../sending/list-sales.ts'
import { readSignatureNonces } from './read-signature-nonces.ts'
import { signatureExpiry } from './signature-expiry.ts'

type Candidate = { intent: Intent; request: ListingRequest }
type SignedSale = Candidate & { signature: CompactSignature }

/** One call that settles all paid sales that can be settled. */
export async function prepareSales(ctx: Context, connection: EvmConnection, intents: Intent[]): Promise<EvmPrepared> {
  const prepared: EvmPrepared = nothingPrepared()
  const [sales, expiry] = await Promise.all([
    listSales(
      ctx.db,
      connection.chain,
      intents.map((intent) => intent.id),
    ),
    signatureExpiry(ctx, connection),
  ])
  const judged = await Promise.all(
    intents.map((intent) => judge(ctx, connection, { intent, sale: sales.get(intent.id), expiry, prepared })),
  )
  const candidates = judged.filter((candidate) => candidate !== undefined)
  if (candidates.length > 0 && !(await hasRole(connection, 'settler'))) {
    for (const { intent } of candidates) prepared.deferred.push({ intent, reason: NO_ROLE })
    return prepared
  }
  const signed = await signSales(ctx, connection, candidates, prepared)
  return addCall(connection, signed, prepared)
}

async function judge(
  ctx: Context,
  connection: EvmConnection,
  {
    intent,
    sale,
    expiry,
    prepared,
  }: {
    intent: Intent
    sale: SaleRow | undefined
    expiry: bigint
    prepared: EvmPrepared
  },
): Promise<Candidate | undefined> {
  const verdict = await judgeSale(ctx, { intent, sale }, (tokenId) => readSignatureNonces(connection, tokenId))
  if ('defer' in verdict) return void prepared.deferred.push({ intent, reason: verdict.defer })
  if ('impossible' in verdict) return void prepared.impossible.push({ intent, reason: verdict.impossible })
  const { listing_id, token_id, price_cents, seller_address, buyer_address } = verdict.sale
  const { version, epoch } = verdict.state
  const parties = { seller: seller_address as Hex, buyer: buyer_address as Hex }
  const terms = { listingId: listing_id, tokenId: BigInt(token_id), priceCents: price_cents, expiry, version, epoch }
  return { intent, request: { ...terms, ...parties } }
}

async function signSales(
  ctx: Context,
  connection: EvmConnection,
  candidates: Candidate[],
  prepared: EvmPrepared,
): Promise<SignedSale[]> {
  if (candidates.length === 0) return []
  const answers = await askTogetherOrApart(ctx, connection, candidates)
  return candidates.flatMap((candidate, index) => {
    const answer = answers[index] ?? { refused: 'no answer' }
    if (!('refused' in answer)) return [{ ...candidate, signature: answer }]
    prepared.deferred.push({ intent: candidate.intent, reason: answer.refused })
    return []
  })
}

/** A sale that cannot be signed does not block the others: they are requested again one by one, and the bad one is deferred. */
async function askTogetherOrApart(ctx: Context, connection: EvmConnection, candidates: Candidate[]): Promise<Answer[]> {
  const requests = candidates.map(({ request }) => request)
  try {
    return await askForListings(ctx, connection, requests)
  } catch (error) {
    if (!(error instanceof FailedSigning)) throw error
    if (requests.length > 1) {
      const apart = []
      for (const candidate of candidates) apart.push(...(await askTogetherOrApart(ctx, connection, [candidate])))
      return apart
    }
    const [{ intent } = {}] = candidates
    ctx.log.error({ intent: intent?.id, error: error.message }, 'a sale could not be signed; it is deferred')
    return [{ refused: error.message }]
  }
}

async function addCall(connection: EvmConnection, sales: SignedSale[], prepared: EvmPrepared): Promise<EvmPrepared> {
  if (sales.length === 0) return prepared
  const settleable = sales.length === 1 ? sales : await leaveOutDead(connection, sales, prepared)
  if (settleable.length === 0) return prepared
  const data = encodeSales(settleable)
  const estimate = await estimateCall(connection, connection.settler, data)
  const intents = settleable.map((sale) => sale.intent)
  if ('gas' in estimate) return { ...prepared, call: { data, gas: estimate.gas, intents } }
  for (const intent of intents) prepared.deferred.push({ intent, reason: estimate.revert })
  return prepared
}

/** A batch skips what it cannot settle; asked beforehand, those wait instead of costing gas. */
async function leaveOutDead(
  connection: EvmConnection,
  sales: SignedSale[],
  prepared: EvmPrepared,
): Promise<SignedSale[]> {
  const { settled, revert } = await simulateBatch(connection, sales)
  if (revert !== undefined) {
    for (const { intent } of sales) prepared.deferred.push({ intent, reason: revert })
    return []
  }
  return sales.filter(({ intent }, index) => {
    const isSettled = ((settled >> BigInt(index)) & 1n) === 1n
    if (!isSettled) prepared.deferred.push({ intent, reason: 'the contract would pass over it' })
    return isSettled
  })
}

/** Reverts as a whole when the settler's role is taken after the check. */
async function simulateBatch(
  connection: EvmConnection,
  sales: SignedSale[],
): Promise<{ settled: bigint; revert?: undefined } | { settled?: undefined; revert: string }> {
  try {
    const { result } = await connection.client.simulateContract({
      account: connection.settler,
      address: connection.contract,
      abi: collectionAbi,
      functionName: 'settleBatch',
      args: [sales.map(toSale)],
    })
    return { settled: result }
  } catch (error) {
    const revert = revertReason(error)
    if (revert === undefined) throw error
    return { revert }
  }
}

const toSale = ({ request, signature }: SignedSale) => ({
  tokenId: request.tokenId,
  buyer: request.buyer,
  isBound: true,
  priceUsdCents: BigInt(request.priceCents),
  expiry: request.expiry,
  ...signature,
})

const encodeSales = (sales: SignedSale[]): Hex =>
  sales.length === 1
    ? encodeFunctionData({ abi: collectionAbi, functionName: 'settle', args: [toSale(sales[0] as SignedSale)] })
    : encodeFunctionData({ abi: collectionAbi, functionName: 'settleBatch', args: [sales.map(toSale)] })
