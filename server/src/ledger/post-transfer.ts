import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { createStatements } from '../db/prepared/statements.ts'
import { conflict } from '../http/app-error.ts'
import { type AccountRef, assertOwnerFits } from './account-ref.ts'
import { openAccounts } from './open-accounts.ts'
import type { TransferKind } from './transfer-kinds.ts'

export type TransferInput = {
  kind: TransferKind
  /** The row that is the reason; one cause posts one transfer of a kind, however often it is asked for. */
  cause: { type: string; id: string }
  provider?: string
  /** With `provider`: one success there posts once (docs/invariants.md I3). */
  providerRef?: string
  entries: readonly Entry[]
}
type Entry = { account: AccountRef; amountCents: number }

/**
 * The only writer of the ledger. Entries sum to zero (docs/invariants.md I1); accounts are locked in the order of their ids.
 * @returns isNew false when this cause, or this success at the provider, has been posted before: nothing is posted then
 * @throws AppError conflict when a member's account would go below zero (docs/invariants.md I2); the transaction is lost
 */
export async function postTransfer(
  ctx: Context,
  tx: Tx,
  input: TransferInput,
): Promise<{ transferId: string; isNew: boolean }> {
  const entries = addUp(input)
  let attempt = await insertTransfer(ctx, tx, input, entries)
  if (attempt.accounts < entries.length) {
    await openAccounts(
      ctx,
      tx,
      entries.map((entry) => entry.account),
    )
    attempt = await insertTransfer(ctx, tx, input, entries)
  }
  if (attempt.transferId) return { transferId: attempt.transferId, isNew: true }
  return { transferId: await findPosted(tx, input), isNew: false }
}

/** One entry for each account that really changes. */
function addUp(input: TransferInput): Entry[] {
  const byAccount = new Map<string, Entry>()
  for (const { account, amountCents } of input.entries) {
    assertOwnerFits(account)
    const key = `${account.kind}:${account.userId ?? ''}`
    byAccount.set(key, { account, amountCents: amountCents + (byAccount.get(key)?.amountCents ?? 0) })
  }
  const entries = [...byAccount.values()].filter((entry) => entry.amountCents !== 0)
  const sumCents = entries.reduce((sum, entry) => sum + entry.amountCents, 0)
  if (entries.length < 2 || sumCents !== 0) throw new Error(`the transfer ${input.kind} does not sum to zero`)
  if (!entries.every((entry) => Number.isSafeInteger(entry.amountCents)))
    throw new Error(`the transfer ${input.kind} is not in whole cents`)
  return entries
}

type Attempt = { transferId: string | null; accounts: number }
type Values = {
  id: string
  kind: string
  causeType: string
  causeId: string
  provider: string | null
  providerRef: string | null
  createdAt: Date
  kinds: string[]
  userIds: (string | null)[]
  cents: number[]
  count: number
}
const transfers = createStatements<Values, Attempt>()

/**
 * Writes the transfer, locks its accounts, moves their balances and writes the entries in one statement, so that busy
 * accounts are locked for one round trip and the commit. Nothing is written when an account is missing, or when either
 * unique key (the cause, the success at the provider) says that it was posted before.
 */
async function insertTransfer(ctx: Context, tx: Tx, input: TransferInput, entries: Entry[]): Promise<Attempt> {
  const { kind, cause, provider = null, providerRef = null } = input
  const values = {
    id: ctx.random.id(),
    kind,
    causeType: cause.type,
    causeId: cause.id,
    provider,
    providerRef,
    createdAt: ctx.clock.now(),
    kinds: entries.map((entry) => entry.account.kind),
    userIds: entries.map((entry) => entry.account.userId ?? null),
    cents: entries.map((entry) => entry.amountCents),
    count: entries.length,
  }
  try {
    const [attempt] = await transfers(tx, { values, build: (given) => writeTransfer(given).compile(tx) })
    return attempt as Attempt
  } catch (error) {
    const { code, table } = error as { code?: string; table?: string }
    if (code === '23514' && table === 'ledger_accounts') throw conflict('The balance is not enough')
    throw error
  }
}

const writeTransfer = (given: Values) => sql<Attempt>`
  with wanted as (
    select * from unnest(${given.kinds}::text[], ${given.userIds}::uuid[], ${given.cents}::bigint[]) as w(kind, user_id, amount_cents)
  ), accounts as materialized (
    select a.id, w.amount_cents from wanted w join ledger_accounts a on a.kind = w.kind and a.user_id = w.user_id
    union all
    select a.id, w.amount_cents from wanted w join ledger_accounts a on a.kind = w.kind and a.user_id is null
    where w.user_id is null
  ), transfer as (
    insert into ledger_transfers (id, kind, cause_type, cause_id, provider, provider_ref, created_at)
    select ${given.id}::uuid, ${given.kind}, ${given.causeType}, ${given.causeId}::uuid, ${given.provider}, ${given.providerRef},
      ${given.createdAt}::timestamptz
    where (select count(*) from accounts) = ${given.count}::int
    on conflict do nothing
    returning id, created_at
  ), locked as materialized (
    select a.id from ledger_accounts a join accounts w on w.id = a.id
    where exists (select from transfer) order by a.id for update of a
  ), updated as (
    update ledger_accounts a set balance_cents = a.balance_cents + w.amount_cents
    from accounts w join locked l on l.id = w.id
    where a.id = w.id
    returning a.id, a.balance_cents, w.amount_cents
  ), written as (
    insert into ledger_entries (transfer_id, account_id, amount_cents, balance_after_cents, created_at)
    select t.id, u.id, u.amount_cents, u.balance_cents, t.created_at from updated u cross join transfer t order by u.id
  )
  select (select id from transfer) as "transferId", (select count(*) from accounts) as accounts`

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
