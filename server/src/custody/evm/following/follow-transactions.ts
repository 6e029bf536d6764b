import { type Account, type Hex, isAddressEqual } from 'viem'
import { after } from '../../../clock.ts'
import type { Context } from '../../../context.ts'
import type { EvmConnection } from '../../../gateways/chain/chain-access.ts'
import { findReceipt } from '../send-and-wait.ts'
import { broadcast } from '../../sending/broadcast.ts'
import { nodeOf } from '../sender/node-of.ts'
import { fillNonceGaps } from '../sender/fill-nonce-gaps.ts'
import { readRoles } from '../change-roles.ts'
import { believeMissing } from './believe-missing.ts'
import { dropTransactions, recordMined } from './record-mined.ts'
import { replaceTransaction } from './replace-transaction.ts'
import { requeueIneffective } from '../../intents/requeue-ineffective.ts'
import { listSameNonce, listUnmined, type TransactionRow } from './transaction-queries.ts'

/** Replaced with a higher fee when it is in no block after this long. */
const STUCK_MS = 60_000
/** Not by one of ours: another process has signed with this key. */
const NONCE_USED = 'a nonce was used by another process'
const ROLE_GONE = 'a former key has no role any more'

/** Checks every sent transaction, rebroadcasts or replaces the stuck ones, and requeues ineffective intents. */
export async function followTransactions(ctx: Context, connection: EvmConnection): Promise<void> {
  const { chain } = connection
  const unmined = await listUnmined(ctx.db, chain)
  const addresses = new Set(unmined.map((transaction) => transaction.signer))
  for (const address of addresses) {
    const own = unmined.filter((transaction) => transaction.signer === address)
    await followSigner(ctx, connection, findSigner(connection, address), own)
  }
  await requeueIneffective(ctx, chain)
}

/** Transactions of a former key can be followed and rebroadcast, but not replaced: its role has to be taken first. */
const findSigner = ({ minter, settler }: EvmConnection, address: string): Account | undefined =>
  [minter, settler].find((signer) => isAddressEqual(signer.address, address as Hex))

async function followSigner(
  ctx: Context,
  connection: EvmConnection,
  signer: Account | undefined,
  unmined: TransactionRow[],
): Promise<void> {
  const [first] = unmined
  if (!first) return
  const address = first.signer as Hex
  // Read before the receipts: every transaction counted here must have a receipt.
  const count = await connection.client.getTransactionCount({ address })
  const candidates = await listSameNonce(ctx.db, unmined)
  const receipts = await Promise.all(candidates.map(({ hash }) => findReceipt(connection.client, hash as Hex)))
  const mined = receipts.filter((receipt) => receipt !== undefined)
  const settledNonces = new Set<number>()
  for (const receipt of mined) {
    const transaction = candidates.find(({ hash }) => hash === receipt.transactionHash)
    if (!transaction) continue
    // Also when the block is not stored: the indexer first finds out which fork is valid.
    settledNonces.add(transaction.nonce)
    await recordMined(ctx, connection, transaction, receipt)
  }
  const open = unmined.filter(({ nonce }) => !settledNonces.has(nonce))
  // Without a role a former key mints and sells nothing any more, and a withdrawal takes place once, with any sender.
  const isSpent = open.length > 0 && !signer && (await readRoles(connection, address)).length === 0
  const missing = open.filter(({ nonce }) => nonce < count || isSpent)
  const believed = believeMissing(ctx, connection, { signer: address, missing })
  for (const transaction of open) {
    if (!missing.includes(transaction)) await lookAfter(ctx, connection, { signer, transaction, count })
    else if (believed.has(transaction.id))
      await dropTransactions(ctx, transaction, transaction.nonce < count ? NONCE_USED : ROLE_GONE)
  }
  if (signer && open.length > 0) await fillNonceGaps(ctx, connection, { signer, count })
}

async function lookAfter(
  ctx: Context,
  connection: EvmConnection,
  { signer, transaction, count }: { signer: Account | undefined; transaction: TransactionRow; count: number },
): Promise<void> {
  const now = ctx.clock.now()
  if (transaction.due_at && transaction.due_at > now) return
  const isStuck = after(transaction.created_at, STUCK_MS) <= now
  const isRefused = transaction.status === 'SIGNED' && transaction.broadcasts > 0
  const isNext = transaction.nonce === count
  const isReplaceable = (isStuck || isRefused) && isNext && signer !== undefined
  if (isReplaceable && (await replaceTransaction(ctx, connection, { signer, transaction, isStuck }))) return
  const { id, broadcasts } = transaction
  await broadcast(ctx, nodeOf(connection), { id, broadcasts, hash: transaction.hash, raw: transaction.raw })
}
