import { type Chain, CHAINS } from '@verso/protocol/chains'
import { z } from 'zod'
import type { Sweep } from '../../context.ts'
import { type Db, inTransaction, type Tx } from '../../db/client.ts'
import { AppError } from '../../http/app-error.ts'
import type { CustodyContext, SignerAmounts } from '../outcomes.ts'
import type { Funds } from '../chain-adapter.ts'
import { adapterOf } from './adapter-of.ts'
import { onEachChain } from './on-each-chain.ts'

const RETRY_MS = 5 * 60_000

const signerAmounts = z.object({ minter: z.string(), settler: z.string() })
const fundsSchema = signerAmounts
  .extend({ isLow: z.boolean(), neededOf: signerAmounts })
  .transform(({ neededOf, ...funds }) => ({ ...funds, needed: neededOf }))
/** Beside what each account needs the larger of them, alone: the version before reads nothing of a row without it, not even that it is low. */
const toRow = ({ needed, ...funds }: Funds) =>
  JSON.stringify({
    ...funds,
    needed: String(Math.max(Number(needed.minter), Number(needed.settler))),
    neededOf: needed,
  })
/** Also of a row that another version has written. */
const isLowIn = (value: unknown): boolean => z.object({ isLow: z.boolean() }).safeParse(value).data?.isLow ?? false
export type OperatorFunds = z.output<typeof fundsSchema>

const settingKey = (chain: Chain) => `operator_funds.${chain}`

/** The last known balances of the platform's signers. */
export async function findOperatorFunds(db: Db | Tx, chain: Chain): Promise<OperatorFunds | undefined> {
  return fundsSchema.safeParse(await readSetting(db, chain)).data
}

async function readSetting(db: Db | Tx, chain: Chain): Promise<unknown> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', settingKey(chain)).executeTakeFirst()
  return row?.value
}

/**
 * Called before a member pays for a mint or sale that the platform could not carry out.
 * @throws AppError unavailable
 */
export async function assertOperatorFunded(tx: Tx, chain: Chain): Promise<void> {
  if (!isLowIn(await readSetting(tx, chain))) return
  const userMessage = `Creating and buying on ${CHAINS[chain].name} is paused for a short while. Please try again later.`
  throw new AppError('unavailable', { userMessage, retryAfterMs: RETRY_MS })
}

export const checkOperatorFundsSweep: Sweep<CustodyContext> = {
  name: 'check-operator-funds',
  everyMs: 30_000,
  run: (ctx) => onEachChain(ctx, (chain) => checkOperatorFunds(ctx, chain)),
}

export async function checkOperatorFunds(ctx: CustodyContext, chain: Chain): Promise<void> {
  const { isLow, ...funds } = await adapterOf(ctx, chain).readFunds()
  const key = settingKey(chain)
  const row = { key, value: toRow({ isLow, ...funds }), updated_at: ctx.clock.now() }
  await inTransaction(ctx.db, async (tx) => {
    const wasLow = await lockWasLow(tx, { ...row, value: toRow({ isLow: false, ...funds }) })
    await tx.updateTable('settings').set(row).where('key', '=', key).execute()
    if (isLow && !wasLow) await alertOperator(ctx, tx, chain, funds)
    if (!isLow && wasLow) ctx.log.info({ chain, ...funds }, 'the signers of the platform are funded again')
  })
}

/** The row is inserted before it is locked: without a row there is no lock, and two processes would both alert. */
async function lockWasLow(tx: Tx, first: { key: string; value: string; updated_at: Date }): Promise<boolean> {
  await tx
    .insertInto('settings')
    .values(first)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const query = tx.selectFrom('settings').select('value').where('key', '=', first.key).forUpdate()
  return isLowIn((await query.executeTakeFirstOrThrow()).value)
}

/** Once per occurrence; the Dashboard shows it as long as it lasts. */
async function alertOperator(
  ctx: CustodyContext,
  tx: Tx,
  chain: Chain,
  { needed, ...balances }: SignerAmounts & { needed: SignerAmounts },
): Promise<void> {
  ctx.log.error({ chain, needed, ...balances }, 'a signer of the platform is low on funds; nothing new is begun')
  await ctx.outcomes.onFundsLow(ctx, tx, { chain, balances, needed })
}
