import { EVM_CHAINS, type EvmChain } from '@verso/protocol/chains'
import { sql } from 'kysely'
import pg from 'pg'
import type { Hex } from 'viem'
import type { Context } from '../../../server/src/context.ts'
import { checkCustodyStep, getCustodyProgress } from '../../../server/src/custody/chains/check-custody.ts'
import { checkLedger } from '../../../server/src/ledger/check-ledger.ts'
import { measure, step } from '../report.ts'
import { ownerOf, type Sale } from '../sell-nft.ts'
import type { Site } from '../site.ts'
import { until } from '../until.ts'

/** Compares our books with the answers that members got, the provider's payments and the chains. */
export async function compareBooks(site: Site, paid: ReadonlySet<string>, sales: readonly Sale[]): Promise<void> {
  const { ctx, client } = site
  measure({ what: 'works sold meanwhile', measured: sales.length, unit: '', atLeast: 1 })
  const owners = await Promise.all(sales.map(async ({ nftId, buyer }) => (await ownerOf(client, nftId)) === buyer))
  none('works that are not with their buyer', owners.filter((isBuyer) => !isBuyer).length)
  await comparePayments(site, paid)
  await step('every transaction is in a block', () => until('none waits', async () => (await countUnmined(ctx)) === 0))
  none('transactions on the chains that are not in the books', await countUnknownTransactions(ctx))
  const mismatches = await Promise.all(EVM_CHAINS.map((chain) => findMismatches(ctx, chain)))
  none('works whose owner is another on the chain', mismatches.flat().length)
  none('faults in the ledger', (await checkLedger(ctx.db)).length)
}

const none = (what: string, measured: number) => measure({ what, measured, unit: '', atMost: 0 })

const UNPAID = `select count(*) from unnest($1::uuid[]) as told (id)
  where not exists (select from payments where payments.id = told.id and status = 'SUCCESS')`
const UNEVEN = `select count(*) from (select id, amount_cents from payments where status = 'SUCCESS') as ours
  full join (select payment_id, amount_cents from sandbox.payments where state = 'succeeded') as theirs on payment_id = id
  where ours.amount_cents is distinct from theirs.amount_cents`
const FAILED_JOBS = `select count(*) from pgboss.job where state = 'failed'`

/** The sandbox's own books are open to the owner of the database alone. */
async function comparePayments({ settings }: Site, paid: ReadonlySet<string>): Promise<void> {
  const owner = new pg.Client({ connectionString: settings.MIGRATION_DATABASE_URL })
  await owner.connect()
  const count = async (text: string, values: unknown[] = []) => Number((await owner.query(text, values)).rows[0].count)
  try {
    const countUnpaid = () => count(UNPAID, [[...paid]])
    await step(`each of ${paid.size} payments that were made is in the books`, () =>
      until('all are', async () => (await countUnpaid()) === 0),
    )
    none('payments that differ from those of the provider', await count(UNEVEN))
    none('jobs that failed for good', await count(FAILED_JOBS))
  } finally {
    await owner.end()
  }
}

const countUnmined = async ({ db }: Context): Promise<number> => {
  const open = db.selectFrom('chain_transactions').where('status', 'in', ['SIGNED', 'SENT'])
  return (await open.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()).count
}

/** A signer's transactions are numbered on the chain: each number must be one of ours. */
async function countUnknownTransactions({ db, chains }: Context): Promise<number> {
  const signers = await db.selectFrom('chain_signers').select(['chain', 'address']).execute()
  const counts = await Promise.all(
    signers.map(async ({ chain, address }) => {
      const sent = await chains[chain as EvmChain].client.getTransactionCount({ address: address as Hex })
      const known = await db
        .selectFrom('chain_transactions')
        .select(sql<number>`count(distinct nonce)::int`.as('count'))
        .where('chain', '=', chain)
        .where('signer', '=', address)
        .where('status', '=', 'MINED')
        .executeTakeFirstOrThrow()
      return sent - known.count
    }),
  )
  return counts.reduce((sum, count) => sum + Math.abs(count), 0)
}

/** A whole round of the comparison that workers make all the time. */
async function findMismatches(ctx: Context, chain: EvmChain): Promise<string[]> {
  const since = ctx.clock.now().toISOString()
  const lastRound = async () => (await getCustodyProgress(ctx, chain)).lastRound
  await until(`the works on ${chain} are compared`, async () => {
    await checkCustodyStep(ctx, chain)
    return ((await lastRound())?.finishedAt ?? '') > since
  })
  return (await lastRound())?.mismatches ?? []
}
