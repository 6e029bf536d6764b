import type { EventType } from '@verso/protocol/events'
import type { ListingStatus } from '@verso/protocol/nfts/listing-status'
import { type Selectable, sql } from 'kysely'
import { recordAudit } from '../../audit/audit.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { ModerationDecisionsTable, NftsTable } from '../../db/types.gen.ts'
import { conflict, notFound } from '../../http/app-error.ts'
import { assertDisputeDecided } from '../listings/assert-not-disputed.ts'
import { closeOpenListing } from '../listings/close-open-listing.ts'
import { moveListing } from '../listings/move-listing.ts'
import { recordEvent } from '../../events/record-event.ts'
import { nft as nftSubject, user } from '../../events/subjects.ts'
import { assertNotBlocked } from '../../media/files/blocked-bytes.ts'
import { listServedPaths } from '../../media/files/list-served-paths.ts'
import { requeueOwnCopies } from './requeue-own-copies.ts'
import { isTakenDownByModerator } from './taken-down.ts'

type Nft = Selectable<NftsTable>
type Kept = ModerationDecisionsTable['decision']
export type DecisionInput = {
  nftId: string
  adminId: string
  approved?: boolean
  taken_down?: boolean
  reason?: string
  reports?: string[]
  approval?: Nft['approval']
  requestId: string
}

const EVENTS = {
  APPROVED: 'nft.approved',
  REFUSED: 'nft.refused',
  TAKEN_DOWN: 'nft.taken_down',
  RESTORED: 'nft.restored',
  REPORT_DISMISSED: 'nft.reports_dismissed',
} as const satisfies Record<Kept, EventType>

/**
 * An admin's decision on an NFT: approve, refuse, take down or restore. It answers the NFT's open reports too (docs/rules.md
 * R39), is kept for good, and the creator is told when something changed for them.
 */
export async function decideNft(ctx: Context, tx: Tx, input: DecisionInput): Promise<void> {
  const { nftId } = input
  if (input.approved || input.taken_down === false) await assertNotBlocked(tx, nftId)
  const before = await tx.selectFrom('nfts').selectAll().where('id', '=', nftId).forUpdate().executeTakeFirst()
  if (!before) throw notFound('NFT not found')
  await assertSensible(tx, before, input)
  assertAsShown(before, input)
  const after = { ...before, ...changeOf(ctx, before, input) }
  await tx
    .updateTable('nfts')
    .set({ approval: after.approval, taken_down_at: after.taken_down_at })
    .where('id', '=', nftId)
    .execute()
  await moveOpenListing(ctx, tx, after, input)
  const answered = await answerReports(ctx, tx, input)

  const isNewTakeDown = input.taken_down === true && !(await isTakenDownByModerator(tx, nftId))
  if (isNewTakeDown) await requeueOwnCopies(ctx, tx, input)
  const decisions: Kept[] = isNewTakeDown ? ['TAKEN_DOWN'] : decisionsOf(before, after)
  if (decisions.length === 0 && answered > 0) decisions.push(input.approved === false ? 'REFUSED' : 'REPORT_DISMISSED')
  for (const decision of decisions) await keepDecision(ctx, tx, { input, decision, before, after })
}

async function keepDecision(
  ctx: Context,
  tx: Tx,
  { input, decision, before, after }: { input: DecisionInput; decision: Kept; before: Nft; after: Nft },
): Promise<void> {
  const { nftId, adminId, reason = '', requestId } = input
  await tx
    .insertInto('moderation_decisions')
    .values({ id: ctx.random.id(), nft_id: nftId, admin_id: adminId, reason, created_at: ctx.clock.now(), decision })
    .execute()
  await recordEvent(ctx, tx, {
    type: EVENTS[decision],
    // That there were reports is not for the creator to know.
    subjects: [nftSubject(nftId), ...(decision === 'REPORT_DISMISSED' ? [] : [user(before.created_by)])],
    data: {
      nft_id: nftId,
      creator_id: before.created_by,
      ...(reason && { reason }),
      ...(decision === 'TAKEN_DOWN' && { paths: await listServedPaths(tx, nftId) }),
      audit: {
        actor_id: adminId,
        action: `nft.${decision.toLowerCase()}`,
        request_id: requestId,
        before: { approval: before.approval, taken_down: before.taken_down_at !== null },
        after: { approval: after.approval, taken_down: after.taken_down_at !== null, reason },
      },
    },
  })
}

/** @throws AppError conflict for what would be shown although it must not */
async function assertSensible(tx: Tx, nft: Nft, { approved, taken_down }: DecisionInput): Promise<void> {
  if (approved && nft.taken_down_at && taken_down !== false)
    throw conflict('This work is taken down. Restore it first.')
  if (taken_down === false) await assertDisputeDecided(tx, nft.id)
}

const SINCE_SHOWN = {
  PENDING: 'been put back into the queue',
  APPROVED: 'been approved',
  REFUSED: 'been refused',
} as const satisfies Record<Nft['approval'], string>

/** @throws AppError conflict when another admin decided meanwhile; to approve what is approved changes nothing */
function assertAsShown(nft: Nft, { approval = nft.approval, approved }: DecisionInput): void {
  if (nft.approval === approval || (approved && nft.approval === 'APPROVED')) return
  throw conflict(`This work has ${SINCE_SHOWN[nft.approval]} since it was shown. Look at it again, then decide.`)
}

function changeOf(ctx: Context, nft: Nft, { approved, taken_down }: DecisionInput): Partial<Nft> {
  return {
    ...(approved !== undefined && { approval: approved ? 'APPROVED' : 'REFUSED' }),
    ...(taken_down === true && { taken_down_at: nft.taken_down_at ?? ctx.clock.now() }),
    ...(taken_down === false && { taken_down_at: null }),
  }
}

/** A work may be shown again and approved, or refused, in one. */
function decisionsOf(before: Nft, after: Nft): Kept[] {
  if (before.taken_down_at === null && after.taken_down_at !== null) return ['TAKEN_DOWN']
  const decisions: Kept[] = []
  if (before.taken_down_at !== null && after.taken_down_at === null) decisions.push('RESTORED')
  if (before.approval !== after.approval) decisions.push(after.approval === 'APPROVED' ? 'APPROVED' : 'REFUSED')
  return decisions
}

/**
 * Only a listing that waits is decided with its NFT; an unapproved NFT can be sold by its link. What was refused before its
 * mint is not listed by it.
 */
async function moveOpenListing(
  ctx: Context,
  tx: Tx,
  nft: Nft,
  { approved, adminId, reason, requestId }: DecisionInput,
): Promise<void> {
  if (nft.taken_down_at !== null) return void (await closeOpenListing(ctx, tx, { nftId: nft.id }))
  if (approved === undefined) return
  const from: ListingStatus[] = approved ? ['PENDING_APPROVAL'] : ['PENDING_APPROVAL', 'PENDING_LISTINGS']
  const query = tx.selectFrom('listings').select('id').where('nft_id', '=', nft.id).where('status', 'in', from)
  const waiting = await query.executeTakeFirst()
  if (!waiting) return
  await moveListing(ctx, tx, { listingId: waiting.id, from, to: approved ? 'ACTIVE' : 'INACTIVE' })
  await recordAudit(ctx, tx, {
    actorId: adminId,
    action: approved ? 'listing.approved' : 'listing.refused',
    subject: { type: 'nft', id: nft.id },
    after: { listing_id: waiting.id, reason },
    requestId,
  })
}

async function answerReports(
  ctx: Context,
  tx: Tx,
  { nftId, approved, taken_down, reports }: DecisionInput,
): Promise<number> {
  const isUpheld = approved === false || taken_down === true
  const answered = await tx
    .updateTable('reports')
    .set({ status: isUpheld ? 'RESOLVED' : 'DISMISSED', resolved_at: ctx.clock.now() })
    .where('nft_id', '=', nftId)
    .where('status', '=', 'OPEN')
    .$if(!isUpheld && reports !== undefined, (query) => query.where(sql<boolean>`id = any(${reports}::uuid[])`))
    .executeTakeFirst()
  return Number(answered.numUpdatedRows)
}
