import { collectionAbi } from '@verso/contracts/collection'
import { encodeFunctionData, type Hex, zeroAddress } from 'viem'
import type { Context } from '../../../context.ts'
import type { EvmConnection } from '../../../gateways/chain/chain-access.ts'
import { mintPayload } from '../../intents/intent-payloads.ts'
import { estimateCall } from './estimate-call.ts'
import { hasRole, NO_ROLE } from '../sender/has-role.ts'
import { type Intent, nftIdsOf } from '../../intents/intent.ts'
import { nothingPrepared } from '../../sending/prepared.ts'
import type { EvmPrepared } from './evm-prepared.ts'
import { findBlocked } from '../../../media/files/blocked-bytes.ts'
import { readSignatureNonces } from './read-signature-nonces.ts'

type MintItem = { tokenId: bigint; to: Hex; creatorId: number; royaltyBps: number; payout: Hex }
type Mint = { intent: Intent; item: MintItem }

/** Errors with which a mint can never succeed; every other one may be temporary (a role taken, an empty signer). */
const PERMANENT: Record<string, string> = {
  RoyaltyTooHigh: 'The royalty is higher than the contract allows.',
  InvalidRecipient: 'The wallet has no valid address.',
}

const BLOCKED = 'The file of this work is blocked.'

/** One call that mints all that can be minted. */
export async function prepareMints(ctx: Context, connection: EvmConnection, intents: Intent[]): Promise<EvmPrepared> {
  const prepared: EvmPrepared = nothingPrepared()
  const mints: Mint[] = []
  const wallets = await readWallets(ctx, connection, intents)
  const blocked = await findBlocked(ctx.db, nftIdsOf(intents))
  for (const intent of intents) {
    const wallet = wallets.get(intent.user_id ?? '')
    const payload = mintPayload.safeParse(intent.payload)
    if (!payload.success) prepared.impossible.push({ intent, reason: 'The data of the mint is incomplete.' })
    else if (blocked.has(intent.nft_id ?? '')) prepared.impossible.push({ intent, reason: BLOCKED })
    else if (!wallet) prepared.deferred.push({ intent, reason: 'the wallet has no address yet' })
    else mints.push({ intent, item: toItem(payload.data, wallet) })
  }
  const nonces = await Promise.all(mints.map(({ item }) => readSignatureNonces(connection, String(item.tokenId))))
  const fresh = mints.filter(({ intent }, index) => {
    const isMinted = nonces[index]?.owner !== undefined
    if (isMinted) prepared.deferred.push({ intent, reason: 'minted already; the indexer will see it' })
    return !isMinted
  })
  if (fresh.length > 0 && !(await hasRole(connection, 'minter'))) {
    for (const { intent } of fresh) prepared.deferred.push({ intent, reason: NO_ROLE })
    return prepared
  }
  return addCall(connection, fresh, prepared)
}

const toItem = (
  payload: { tokenId: string; creatorNumber: number; royaltyBps: number },
  wallet: { address: string; payout: string | null },
): MintItem => ({
  tokenId: BigInt(payload.tokenId),
  to: wallet.address as Hex,
  creatorId: payload.creatorNumber,
  royaltyBps: payload.royaltyBps,
  payout: (wallet.payout ?? zeroAddress) as Hex,
})

/** Owner and creator are the same member when an NFT is minted. */
async function readWallets(ctx: Context, { chain }: EvmConnection, intents: Intent[]) {
  const userIds = intents.flatMap((intent) => intent.user_id ?? [])
  if (userIds.length === 0) return new Map<string, { address: string; payout: string | null }>()
  const rows = await ctx.db
    .selectFrom('wallets')
    .innerJoin('users', 'users.id', 'wallets.user_id')
    .select(['wallets.user_id', 'wallets.public_address', 'users.royalty_payout_address'])
    .where('wallets.chain', '=', chain)
    .where('wallets.user_id', 'in', userIds)
    .where('wallets.public_address', 'is not', null)
    .execute()
  return new Map(
    rows.map((row) => [row.user_id, { address: row.public_address as string, payout: row.royalty_payout_address }]),
  )
}

async function addCall(connection: EvmConnection, mints: Mint[], prepared: EvmPrepared): Promise<EvmPrepared> {
  if (mints.length === 0) return prepared
  const data = encodeMints(mints)
  const estimate = await estimateCall(connection, connection.minter, data)
  if ('gas' in estimate)
    return { ...prepared, call: { data, gas: estimate.gas, intents: mints.map((mint) => mint.intent) } }
  if (mints.length > 1) return addCall(connection, await judgeOneByOne(connection, mints, prepared), prepared)
  judge(mints[0] as Mint, estimate.revert, prepared)
  return prepared
}

/** One bad mint reverts a whole batch: it is found and left out. */
async function judgeOneByOne(connection: EvmConnection, mints: Mint[], prepared: EvmPrepared): Promise<Mint[]> {
  const estimates = await Promise.all(
    mints.map((mint) => estimateCall(connection, connection.minter, encodeMints([mint]))),
  )
  const good = mints.filter((mint, index) => {
    const estimate = estimates[index]
    if (estimate && 'revert' in estimate) judge(mint, estimate.revert, prepared)
    return estimate && 'gas' in estimate
  })
  // Each alone succeeds but the batch reverts: send half of them now, the rest in the next round.
  return good.length === mints.length ? good.slice(0, good.length >> 1) : good
}

function judge({ intent }: Mint, revert: string, prepared: EvmPrepared): void {
  const reason = PERMANENT[revert]
  if (reason) prepared.impossible.push({ intent, reason })
  else prepared.deferred.push({ intent, reason: revert })
}

const encodeMints = (mints: Mint[]): Hex =>
  mints.length === 1
    ? encodeFunctionData({ abi: collectionAbi, functionName: 'mint', args: [(mints[0] as Mint).item] })
    : encodeFunctionData({ abi: collectionAbi, functionName: 'mintBatch', args: [mints.map((mint) => mint.item)] })
