import { LIVE_CHAINS, type LiveChain } from '@verso/protocol/chains'
import { type Hex, isAddressEqual, zeroAddress } from 'viem'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Sweep } from '../jobs/task.ts'
import { readSignatureNonces } from './sender/read-signature-nonces.ts'

const STEP = 50
const MISMATCHES_KEPT = 20

const progress = z.object({
  /** The last NFT that was compared in this round. */
  cursor: z.string().nullable(),
  checked: z.number(),
  mismatches: z.array(z.string()),
  lastRound: z.object({ finishedAt: z.string(), checked: z.number(), mismatches: z.array(z.string()) }).nullable(),
})
export type CustodyProgress = z.output<typeof progress>
const START: CustodyProgress = { cursor: null, checked: 0, mismatches: [], lastRound: null }

const settingKey = (chain: LiveChain) => `custody_check.${chain}`

/** How far the comparison has come, and how the last full round went. */
export async function getCustodyProgress(ctx: Context, chain: LiveChain): Promise<CustodyProgress> {
  const row = await ctx.db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', settingKey(chain))
    .executeTakeFirst()
  return progress.safeParse(row?.value).data ?? START
}

/** Matches every NFT's owner in the database with the chain, in small steps, round after round (I5). */
export const checkCustodySweep: Sweep = {
  name: 'check-custody',
  everyMs: 15_000,
  run: async (ctx) => {
    for (const chain of LIVE_CHAINS) await checkCustodyStep(ctx, chain)
  },
}

export async function checkCustodyStep(ctx: Context, chain: LiveChain): Promise<void> {
  const before = await getCustodyProgress(ctx, chain)
  const nfts = await listMinted(ctx, chain, before.cursor)
  const wrong: string[] = []
  for (const nft of nfts) if (await isWrong(ctx, chain, nft)) wrong.push(nft.id)
  if (wrong.length > 0) ctx.log.error({ chain, nfts: wrong }, 'the database and the chain disagree on an owner')
  const checked = before.checked + nfts.length
  const mismatches = [...before.mismatches, ...wrong].slice(0, MISMATCHES_KEPT)
  const isRoundOver = nfts.length < STEP
  const finishedAt = ctx.clock.now().toISOString()
  await saveProgress(ctx, chain, {
    ...(isRoundOver ? START : { cursor: nfts.at(-1)?.id ?? null, checked, mismatches }),
    lastRound: isRoundOver ? { finishedAt, checked, mismatches } : before.lastRound,
  })
}

type Minted = { id: string; token_id: string | null }

function listMinted(ctx: Context, chain: LiveChain, cursor: string | null): Promise<Minted[]> {
  const minted = ctx.db
    .selectFrom('nfts')
    .select(['id', 'token_id'])
    .where('chain', '=', chain)
    .where('mint_status', '=', 'SUCCESSED')
  return (cursor ? minted.where('id', '>', cursor) : minted).orderBy('id').limit(STEP).execute()
}

/** The indexer may be a block behind: only what differs, and differs still in the same place after another look, is wrong. */
async function isWrong(ctx: Context, chain: LiveChain, nft: Minted): Promise<boolean> {
  const first = await compare(ctx, chain, nft)
  if (first.isSame) return false
  const { indexed_block } = await readPosition(ctx, chain)
  const head = Number(await ctx.chains[chain].client.getBlockNumber())
  if (indexed_block < head) return false
  const second = await compare(ctx, chain, nft)
  return !second.isSame && second.stored === first.stored && second.owner === first.owner
}

async function compare(ctx: Context, chain: LiveChain, nft: Minted) {
  const { owner } = await readSignatureNonces(ctx.chains[chain], BigInt(nft.token_id ?? 0))
  const row = await ctx.db.selectFrom('nfts').select('owner_address').where('id', '=', nft.id).executeTakeFirstOrThrow()
  const stored = (row.owner_address ?? zeroAddress) as Hex
  return { owner, stored, isSame: isAddressEqual(owner, stored) }
}

const readPosition = (ctx: Context, chain: LiveChain) =>
  ctx.db.selectFrom('chains').select('indexed_block').where('chain', '=', chain).executeTakeFirstOrThrow()

async function saveProgress(ctx: Context, chain: LiveChain, value: CustodyProgress): Promise<void> {
  const row = { key: settingKey(chain), value: JSON.stringify(value), updated_at: ctx.clock.now() }
  await ctx.db
    .insertInto('settings')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}
