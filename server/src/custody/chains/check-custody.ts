import { isSameAddress } from '@verso/protocol/chains/addresses'
import type { Chain } from '@verso/protocol/chains'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Context, Sweep } from '../../context.ts'
import type { NftsTable } from '../../db/types.gen.ts'
import { adapterOf } from './adapter-of.ts'
import { onEachChain } from './on-each-chain.ts'

const STEP = 50
const MISMATCHES_KEPT = 20
const NO_OWNER = ''

const suspect = z.object({ id: z.string(), stored: z.string(), owner: z.string(), head: z.number() })
type Suspect = z.output<typeof suspect>
const progress = z.object({
  /** The last NFT that was compared in this round. */
  cursor: z.string().nullable(),
  checked: z.number(),
  /** They differ, but the indexer has not read the block at which they were compared. */
  suspects: z.array(suspect),
  mismatches: z.array(z.string()),
  lastRound: z.object({ finishedAt: z.string(), checked: z.number(), mismatches: z.array(z.string()) }).nullable(),
})
export type CustodyProgress = z.output<typeof progress>
const START: CustodyProgress = { cursor: null, checked: 0, suspects: [], mismatches: [], lastRound: null }

const settingKey = (chain: Chain) => `custody_check.${chain}`

/** How far the comparison has come, how the last full round went, and when there was a step of it. */
export async function getCustodyProgress(
  ctx: Context,
  chain: Chain,
): Promise<CustodyProgress & { checkedAt: Date | null }> {
  const row = await ctx.db
    .selectFrom('settings')
    .select(['value', 'updated_at'])
    .where('key', '=', settingKey(chain))
    .executeTakeFirst()
  return { ...(progress.safeParse(row?.value).data ?? START), checkedAt: row?.updated_at ?? null }
}

/** Matches every NFT's owner in the database with the chain, in small steps, round after round (docs/invariants.md I5). */
export const checkCustodySweep: Sweep = {
  name: 'check-custody',
  everyMs: 15_000,
  run: (ctx) => onEachChain(ctx, (chain) => checkCustodyStep(ctx, chain)),
}

export async function checkCustodyStep(ctx: Context, chain: Chain): Promise<void> {
  const before = await getCustodyProgress(ctx, chain)
  const { wrong, waiting } = await lookAgain(ctx, chain, before.suspects)
  if (wrong.length > 0) ctx.log.error({ chain, nfts: wrong }, 'the database and the chain disagree on an owner')
  const nfts = await listMinted(ctx, chain, before.cursor)
  const suspects = [...waiting, ...(await findSuspects(ctx, chain, nfts))]
  const checked = before.checked + nfts.length
  const mismatches = [...before.mismatches, ...wrong].slice(0, MISMATCHES_KEPT)
  const cursor = nfts.at(-1)?.id ?? before.cursor
  const isRoundOver = nfts.length < STEP && suspects.length === 0
  const finishedAt = ctx.clock.now().toISOString()
  const next = isRoundOver
    ? { ...START, lastRound: { finishedAt, checked, mismatches } }
    : { cursor, checked, suspects, mismatches, lastRound: before.lastRound }
  await saveProgress(ctx, chain, { next, since: before.checkedAt })
}

type Minted = Pick<Selectable<NftsTable>, 'id' | 'token_id' | 'owner_address'>
const COLUMNS = ['id', 'token_id', 'owner_address'] as const

function listMinted(ctx: Context, chain: Chain, cursor: string | null): Promise<Minted[]> {
  const minted = ctx.db
    .selectFrom('nfts')
    .select(COLUMNS)
    .where('chain', '=', chain)
    .where('mint_status', '=', 'SUCCESSED')
  return (cursor ? minted.where('id', '>', cursor) : minted).orderBy('id').limit(STEP).execute()
}

async function findSuspects(ctx: Context, chain: Chain, nfts: Minted[]): Promise<Suspect[]> {
  const compared = await Promise.all(nfts.map((nft) => compare(ctx, chain, nft)))
  const different = compared.filter(({ isSame }) => !isSame)
  if (different.length === 0) return []
  const head = await adapterOf(ctx, chain).readHead()
  return different.map(({ id, stored, owner }) => ({ id, stored, owner, head }))
}

/** The indexer may be some blocks behind: an NFT is wrong when it still differs after those blocks were read. */
async function lookAgain(
  ctx: Context,
  chain: Chain,
  suspects: Suspect[],
): Promise<{ wrong: string[]; waiting: Suspect[] }> {
  if (suspects.length === 0) return { wrong: [], waiting: [] }
  const { indexed_block } = await readPosition(ctx, chain)
  const waiting = suspects.filter(({ head }) => head > indexed_block)
  const readable = new Map(suspects.filter(({ head }) => head <= indexed_block).map((each) => [each.id, each]))
  const ids = [...readable.keys()]
  const nfts = ctx.db.selectFrom('nfts').select(COLUMNS).where('id', '=', sql<string>`any(${ids}::uuid[])`)
  const compared = await Promise.all((await nfts.execute()).map((nft) => compare(ctx, chain, nft)))
  const wrong = compared.filter(({ id, stored, owner, isSame }) => {
    const before = readable.get(id)
    return !isSame && stored === before?.stored && owner === before.owner
  })
  return { wrong: wrong.map(({ id }) => id), waiting }
}

async function compare(ctx: Context, chain: Chain, { id, token_id, owner_address }: Minted) {
  const owner = (token_id && (await adapterOf(ctx, chain).readOwner(token_id, owner_address))) || NO_OWNER
  const stored = owner_address ?? NO_OWNER
  return { id, owner, stored, isSame: isSameAddress(owner, stored) }
}

const readPosition = (ctx: Context, chain: Chain) =>
  ctx.db.selectFrom('chains').select('indexed_block').where('chain', '=', chain).executeTakeFirstOrThrow()

/** When two processes run the same step, the first result is stored and the second is dropped. */
async function saveProgress(
  ctx: Context,
  chain: Chain,
  { next, since }: { next: CustodyProgress; since: Date | null },
): Promise<void> {
  const row = { key: settingKey(chain), value: JSON.stringify(next), updated_at: ctx.clock.now() }
  await ctx.db
    .insertInto('settings')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row).where('settings.updated_at', '=', since))
    .execute()
}
