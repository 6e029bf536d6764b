import { Readable } from 'node:stream'
import { after } from '../../clock.ts'
import type { Context, Sweep } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { messageOf } from '../../errors/without-url-secrets.ts'
import { parseCid } from './compute-cid.ts'
import { areBlocked } from '../files/withheld-files.ts'

const BATCH = 20
const CHECK_AGAIN_MS = 24 * 3_600_000
const FIRST_RETRY_MS = 30_000
const LAST_RETRY_MS = 6 * 3_600_000
const RETRIED_AT_MOST = 1_000

type Pin = { cid: string; attempts: number; pinned_by: string | null }

/** The content of a token must stay reachable: these CIDs are pinned from now on, and checked every day. */
export async function keepPinned(ctx: Context, tx: Tx, cids: readonly (string | null)[]): Promise<void> {
  const now = ctx.clock.now()
  const rows = [...new Set(cids)].filter((cid) => cid !== null).map((cid) => ({ cid, due_at: now, created_at: now }))
  if (rows.length > 0)
    await tx
      .insertInto('pins')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Pins what is due. After a change of the pinner everything is due. */
export const pinSweep: Sweep = { name: 'keep-pinned', everyMs: 5_000, run: pinDue }

async function pinDue(ctx: Context): Promise<void> {
  const { name } = ctx.pinner
  const due = await ctx.db
    .selectFrom('pins')
    .select(['cid', 'attempts', 'pinned_by'])
    .where('due_at', '<=', ctx.clock.now())
    .orderBy('due_at')
    .limit(BATCH)
    .execute()
  const elsewhere = await ctx.db
    .selectFrom('pins')
    .select(['cid', 'attempts', 'pinned_by'])
    .where('pinned_by', '<>', name)
    .limit(BATCH)
    .execute()
  for (const pin of new Map([...due, ...elsewhere].map((pin) => [pin.cid, pin])).values()) await pinOne(ctx, pin)
}

async function pinOne(ctx: Context, pin: Pin): Promise<void> {
  const { cid, attempts } = pin
  const { name } = ctx.pinner
  let isPinned = pin.pinned_by === name
  try {
    isPinned &&= await ctx.pinner.isPinned(cid)
    if (!isPinned) await pinContent(ctx, cid)
  } catch (error) {
    // A pinned file counts as pinned until the pinner says otherwise.
    return deferPin(ctx, pin, { pinned_by: isPinned ? name : null, error: messageOf(error) })
  }
  const due_at = after(ctx.clock.now(), CHECK_AGAIN_MS)
  await ctx.db
    .updateTable('pins')
    .set({ pinned_by: name, attempts: 0, error: null, due_at })
    .where('cid', '=', cid)
    .execute()
  if (attempts > 0) await retryUnpinned(ctx)
}

async function deferPin(
  ctx: Context,
  { cid, attempts }: Pin,
  { pinned_by, error }: { pinned_by: string | null; error: string },
): Promise<void> {
  const due_at = after(ctx.clock.now(), Math.min(FIRST_RETRY_MS * 2 ** attempts, LAST_RETRY_MS))
  await ctx.db
    .updateTable('pins')
    .set({ pinned_by, attempts: attempts + 1, error, due_at })
    .where('cid', '=', cid)
    .execute()
  ctx.log.warn({ cid, pinner: ctx.pinner.name, error }, 'content could not be pinned and is tried again')
}

/** The pinner takes something again that it failed before: what else failed need not wait for hours. */
async function retryUnpinned(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const waiting = ctx.db
    .selectFrom('pins')
    .select('cid')
    .where('pinned_by', 'is', null)
    .where('attempts', '>', 0)
    .where('due_at', '>', now)
    .limit(RETRIED_AT_MOST)
  await ctx.db.updateTable('pins').set({ due_at: now }).where('cid', 'in', waiting).execute()
}

/** The service's CID is compared with ours: another one means it keeps other bytes, or by other rules. */
async function pinContent(ctx: Context, cid: string): Promise<void> {
  const kept = await ctx.pinner.pin(cid, () => openByCid(ctx, cid))
  if (kept !== cid) throw new Error(`the pinner keeps ${kept} instead`)
}

/** The bytes behind one of our CIDs: a stored file, or the metadata of a token. */
async function openByCid(ctx: Context, cid: string): Promise<Readable> {
  const file = await ctx.db.selectFrom('files').select('storage_key').where('cid', '=', cid).limit(1).executeTakeFirst()
  if (file && (await areBlocked(ctx.db, file.storage_key))) throw new Error('the bytes are blocked')
  const object = file && (await ctx.storage.get(file.storage_key))
  if (object) return object.body
  const found = await findMetadata(ctx, cid)
  if (!found) throw new Error('the content is gone')
  return Readable.from([found.metadata])
}

/** On the EVM chains the token id is the hash of the metadata, so the token's index finds the bytes. */
export async function findMetadata(
  ctx: Context,
  cid: string,
): Promise<{ metadata: Buffer; isTakenDown: boolean } | undefined> {
  const tokenId = parseCid(cid)?.rawTokenId
  if (!tokenId) return undefined
  const nfts = ctx.db.selectFrom('nfts').select(['metadata', 'taken_down_at'])
  const onEvm = nfts.where('chain', 'in', ['POLYGON', 'ETH']).where('token_id', '=', tokenId)
  const onSolana = nfts.where('chain', '=', 'SOL').where('metadata_cid', '=', cid)
  const nft = await onEvm.unionAll(onSolana).executeTakeFirst()
  return nft?.metadata ? { metadata: nft.metadata, isTakenDown: nft.taken_down_at !== null } : undefined
}
