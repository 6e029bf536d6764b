import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Db, Tx } from '../db/client.ts'
import { recordAudit } from '../audit/audit.ts'

/** Settings an operator changes without a restart; each is one row of `settings`. */
const operatorSettings = z.object({
  /** Platform fee of new listings; an open listing keeps its own. */
  feeBps: z.number().int().min(0).max(10_000),
  /** Why buying or creating is stopped; null: it is not. */
  buyingStopped: z.string().max(500).nullable(),
  creatingStopped: z.string().max(500).nullable(),
  /** Why the marketplace is closed; null: it is not. */
  maintenance: z.string().max(500).nullable(),
  banner: z.string().max(500).nullable(),
  /** The NFTs and members that a visitor's Explore shows first; none: the newest with sales (docs/rules.md R112). */
  featured: z.object({ nftIds: z.array(z.string()), userIds: z.array(z.string()) }),
})
export type OperatorSettings = z.output<typeof operatorSettings>

export async function getOperatorSettings(ctx: Context, db: Db | Tx = ctx.db): Promise<OperatorSettings> {
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute()
  const stored = Object.fromEntries(rows.map((row) => [row.key, row.value]))
  const defaults: OperatorSettings = {
    feeBps: ctx.config.platformFeeBps,
    buyingStopped: null,
    creatingStopped: null,
    maintenance: null,
    banner: null,
    featured: { nftIds: [], userIds: [] },
  }
  return operatorSettings.parse({ ...defaults, ...stored })
}

/** Why the marketplace is closed; null: it is not. A statement of its own: every process asks it once a second. */
export async function findMaintenance(db: Db): Promise<string | null> {
  const stored = db.selectFrom('settings').select('value').where('key', '=', sql.lit('maintenance'))
  return operatorSettings.shape.maintenance.parse((await stored.executeTakeFirst())?.value ?? null)
}

/** The fee of PLATFORM_FEE_BPS holds from the first start on; later only an admin changes it (docs/rules.md R104). */
export async function keepFirstSettings(ctx: Context): Promise<void> {
  await ctx.db
    .insertInto('settings')
    .values({ key: 'feeBps', value: JSON.stringify(ctx.config.platformFeeBps), updated_at: ctx.clock.now() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** When this setting was changed last; null: never. */
export async function findSettingTime(db: Db | Tx, key: keyof OperatorSettings): Promise<Date | null> {
  const row = await db.selectFrom('settings').select('updated_at').where('key', '=', key).executeTakeFirst()
  return row?.updated_at ?? null
}

/** Of two that change this setting the second waits for the first, also where it has no row yet. */
export async function lockSetting(tx: Tx, key: keyof OperatorSettings): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`settings:${key}`}, 0))`.execute(tx)
}

export async function changeOperatorSettings(
  ctx: Context,
  tx: Tx,
  change: Partial<OperatorSettings>,
  by: { actorId: string; requestId?: string },
): Promise<OperatorSettings> {
  const before = await getOperatorSettings(ctx, tx)
  for (const [key, value] of Object.entries(operatorSettings.partial().parse(change))) {
    const row = { key, value: JSON.stringify(value), updated_at: ctx.clock.now() }
    await tx
      .insertInto('settings')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute()
  }
  const after = await getOperatorSettings(ctx, tx)
  await recordAudit(ctx, tx, {
    ...by,
    action: 'settings.change',
    subject: { type: 'settings', id: 'operator' },
    before,
    after,
  })
  return after
}
