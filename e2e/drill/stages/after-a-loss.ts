import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { checkLedger } from '../../../server/src/ledger/check-ledger.ts'
import { findRestored } from '../../../server/src/settings/restored.ts'
import { POSTGRES_BIN } from '../installed.ts'
import { measure, step } from '../report.ts'
import { ownerOf } from '../sell-nft.ts'
import type { Site } from '../site.ts'
import { until } from '../until.ts'

const COMPARED_MS = 120_000

export type Payment = { id: string; amount_cents: number }
export type Before = {
  /** Works, and whose they were when all was lost. */
  nfts: { when: string; nftId: string; buyer: string }[]
  /** Of a member who was signed in. */
  token: string
  /** Those that money came in by. */
  payments: Payment[]
  /** Of them those of members that the books have lost, and their tokens: each is for a person to decide. */
  unknown: { payments: number; tokens: number }
}

/** Starts all processes on what was restored, and looks for what was there. */
export async function startAndCompare(site: Site, before: Before): Promise<void> {
  const { client } = site
  const { nfts, token } = before
  await step('all processes start again', () => site.startAll())
  await step('the books are compared with provider and chain', () =>
    until(
      'what was restored is compared',
      async () => (await findRestored(site.ctx.db))?.comparedAt != null,
      COMPARED_MS,
    ),
  )
  for (const { when, nftId, buyer } of nfts)
    await step(`the work sold ${when} is with its buyer`, () =>
      until('its owner is the buyer', async () => (await ownerOf(client, nftId)) === buyer),
    )
  const { status } = await client.send({ path: '/api/accounts/credits/', token })
  measure({ what: 'answer to a session of before', measured: status, unit: '', atLeast: 401, atMost: 401 })
  await comparePayments(site, before)
  const faults = await checkLedger(site.ctx.db)
  measure({ what: 'faults in the ledger', measured: faults.length, unit: '', atMost: 0 })
}

/** Each is there to the cent: booked, or a review case where its member is not in the books. */
async function comparePayments({ ctx }: Site, { payments, unknown }: Before): Promise<void> {
  const isAmong = (one: Payment, others: Payment[]) =>
    others.some(({ id, amount_cents }) => id === one.id && amount_cents === one.amount_cents)
  const [booked, cases] = [await listPayments(ctx), await listPayments(ctx, 'NEEDS_REVIEW')]
  const count = (what: string, found: Payment[], expected: number) => {
    const measured = payments.filter((one) => isAmong(one, found)).length
    measure({ what, measured, unit: '', atLeast: expected, atMost: expected })
  }
  count('payments that are booked again', booked, payments.length - unknown.payments)
  count('payments that are a case', cases, unknown.payments)
  const open = ctx.db.selectFrom('chain_unknown_tokens').select('token_id').where('settled_at', 'is', null)
  const tokens = (await open.execute()).length
  measure({ what: 'tokens to settle', measured: tokens, unit: '', atLeast: unknown.tokens, atMost: unknown.tokens })
}

export const listPayments = ({ db }: Site['ctx'], status: 'SUCCESS' | 'NEEDS_REVIEW' = 'SUCCESS') =>
  db.selectFrom('payments').select(['id', 'amount_cents']).where('status', '=', status).execute()

/** The sandbox keeps its books in our database. A provider would have lost nothing: they are read before the loss … */
export const readProvider = (url: string): string => run(join(POSTGRES_BIN, 'pg_dump'), ['--schema=sandbox', url])

/** … and written after it as they were. */
export function keepProvider(books: string, url: string): void {
  const args = ['--quiet', '--set=ON_ERROR_STOP=1', '--single-transaction']
  run(join(POSTGRES_BIN, 'psql'), [...args, '--command=drop schema if exists sandbox cascade', '--file=-', url], books)
}

function run(program: string, args: string[], input?: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { input, encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (status !== 0) throw new Error(stderr)
  return stdout
}
