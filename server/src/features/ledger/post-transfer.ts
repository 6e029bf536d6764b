import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { conflict } from '../../http/app-error.ts'
import type { AccountRef } from './account-ref.ts'
import { findOrOpenAccounts } from './find-accounts.ts'
import type { TransferKind } from './transfer-kinds.ts'

export type TransferInput = {
  kind: TransferKind
  /** The row that is the reason; one cause posts one transfer of a kind, however often it is asked for. */
  cause: { type: string; id: string }
  provider?: string
  /** With `provider`: one success there posts once (I3). */
  providerRef?: string
  entries: readonly { account: AccountRef; amountCents: number }[]
}

/**
 * The only writer of the ledger. Entries sum to zero (I1); accounts are locked in the order of their ids.
 * @returns isNew false when this cause, or this success at the provider, has been posted before: nothing is posted then
 * @throws AppError conflict when a member's account would go below zero (I2); the transaction is lost
 */
export async function postTransfer(
  ctx: Context,
  tx: Tx,
  input: TransferInput,
): Promise<{ transferId: string; isNew: boolean }> {
  const entries = input.entries.filter((entry) => entry.amountCents !== 0)
  assertBalanced(input.kind, entries)
  const accountId = await findOrOpenAccounts(
    ctx,
    tx,
    entries.map((entry) => entry.account),
  )
  const transferId = await insertTransfer(ctx, tx, input)
  if (!transferId) return { transferId: await findPosted(tx, input), isNew: false }
  const amounts = new Map<string, number>()
  for (const { account, amountCents } of entries) {
    amounts.set(accountId(account), (amounts.get(accountId(account)) ?? 0) + amountCents)
  }
  await insertEntries(ctx, tx, transferId, amounts)
  return { transferId, isNew: true }
}

function assertBalanced(kind: string, entries: readonly { amountCents: number }[]): void {
  const sumCents = entries.reduce((sum, entry) => sum + entry.amountCents, 0)
  if (entries.length < 2 || sumCents !== 0) throw new Error(`the transfer ${kind} does not sum to zero`)
  if (!entries.every((entry) => Number.isSafeInteger(entry.amountCents)))
    throw new Error(`the transfer ${kind} is not in whole cents`)
}

async function insertTransfer(ctx: Context, tx: Tx, input: TransferInput): Promise<string | undefined> {
  const row = await tx
    .insertInto('ledger_transfers')
    .values({
      id: ctx.random.id(),
      kind: input.kind,
      cause_type: input.cause.type,
      cause_id: input.cause.id,
      provider: input.provider ?? null,
      provider_ref: input.providerRef ?? null,
      created_at: ctx.clock.now(),
    })
    // Both unique keys: the cause, and the success at the provider.
    .onConflict((onConflict) => onConflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

async function findPosted(tx: Tx, input: TransferInput): Promise<string> {
  const row = await tx
    .selectFrom('ledger_transfers')
    .select('id')
    .where('kind', '=', input.kind)
    .where((eb) =>
      eb.or([
        eb.and([eb('cause_type', '=', input.cause.type), eb('cause_id', '=', input.cause.id)]),
        eb.and([eb('provider', '=', input.provider ?? ''), eb('provider_ref', '=', input.providerRef ?? '')]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return row.id
}

/** Locks, adds and writes the entries in one statement, so that busy accounts are locked for one round trip and the commit. */
async function insertEntries(ctx: Context, tx: Tx, transferId: string, amounts: Map<string, number>): Promise<void> {
  const ids = [...amounts.keys()]
  const cents = [...amounts.values()]
  try {
    await sql`
      with wanted as (
        select * from unnest(${ids}::uuid[], ${cents}::bigint[]) as w(account_id, amount_cents) where amount_cents <> 0
      ), locked as materialized (
        select a.id from ledger_accounts a join wanted w on w.account_id = a.id order by a.id for update of a
      ), updated as (
        update ledger_accounts a set balance_cents = a.balance_cents + w.amount_cents
        from wanted w join locked l on l.id = w.account_id
        where a.id = w.account_id
        returning a.id, a.balance_cents, w.amount_cents
      )
      insert into ledger_entries (transfer_id, account_id, amount_cents, balance_after_cents, created_at)
      select ${transferId}::uuid, id, amount_cents, balance_cents, ${ctx.clock.now()}::timestamptz from updated order by id
    `.execute(tx)
  } catch (error) {
    const { code, table } = error as { code?: string; table?: string }
    if (code === '23514' && table === 'ledger_accounts') throw conflict('The balance is not enough')
    throw error
  }
}
