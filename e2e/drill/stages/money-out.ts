import { BANK } from '../../../server/test/bank-details.ts'
import { openPerson } from '../client.ts'
import { measure, step } from '../report.ts'
import { addCredits, buyNft, listNft, openTrader } from '../sell-nft.ts'
import type { Site } from '../site.ts'
import { until } from '../until.ts'

const PAYOUT_USD = '12.30'
const REFERENCE = 'BANK-1'

/** Money that leaves after a backup that knows it as kept: a top-up, and a payout that is approved. */
export type MoneyOut = { topup: string; payout: string; email: string }

export async function prepareMoneyOut({ ctx, client }: Site): Promise<MoneyOut> {
  const seller = await openTrader(ctx, client)
  const buyer = await openTrader(ctx, client)
  await buyNft(client, await listNft(ctx, client, 'Sold by a seller who is paid', seller), buyer)
  await until('the seller has earned', async () => (await seller.call('GET', '/api/accounts/earnings/')).balance > 0)
  await seller.call('POST', '/api/accounts/fiats/', BANK)
  const { id: payout } = await seller.call('POST', '/api/payouts/', { amount: Number(PAYOUT_USD) })
  const topup = await addCredits(client, await openPerson(ctx, client))
  const admin = await openPerson(ctx, client, { isAdmin: true })
  await admin.call('PUT', `/api/admin/payouts/${payout}/`, { status: 'APPROVED' })
  return { topup, payout, email: seller.email }
}

/** The top-up goes back to its card, and the bank has sent the payout. */
export async function sendMoneyOut({ ctx, client }: Site, { topup, payout }: MoneyOut): Promise<void> {
  const admin = await openPerson(ctx, client, { isAdmin: true })
  await admin.call('PUT', `/api/admin/payments/${topup}/`, { action: 'refund' })
  await admin.call('PUT', `/api/admin/payouts/${payout}/`, { status: 'PAID', reference: REFERENCE })
  await until('the top-up is refunded', async () => (await paymentStatus(ctx, topup)) === 'REFUNDED')
}

/** The provider knows the refund; of the payout only the bank does, so it is entered by hand. */
export async function findMoneyOut(site: Site, { topup, payout, email }: MoneyOut): Promise<void> {
  const { ctx, fleet, settings } = site
  await step('the top-up refunded after the backup is refunded', () =>
    until('it is', async () => (await paymentStatus(ctx, topup)) === 'REFUNDED'),
  )
  await step('restore:payouts: a line of the bank statement, then --done', async () => {
    const line = ['--member', email, '--amount', PAYOUT_USD, '--reference', REFERENCE]
    await fleet.run('backup/restore-payouts', line, settings)
    await fleet.run('backup/restore-payouts', ['--done'], settings)
  })
  const payouts = ctx.db.selectFrom('payouts').select('reference').where('id', '=', payout).where('status', '=', 'PAID')
  const paid = (await payouts.execute()).filter(({ reference }) => reference === REFERENCE)
  measure({ what: 'payouts that are paid again', measured: paid.length, unit: '', atLeast: 1, atMost: 1 })
}

const paymentStatus = ({ db }: Site['ctx'], id: string) =>
  db
    .selectFrom('payments')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst()
    .then((row) => row?.status)

/** Every account of the ledger with what is in it, once nothing is on its way. */
export async function readSettledBooks({ ctx }: Site): Promise<string[]> {
  const isHeld = ({ kind }: { kind: string }) => kind.endsWith('_HELD')
  const read = () =>
    ctx.db
      .selectFrom('ledger_accounts')
      .select(['kind', 'user_id', 'balance_cents'])
      .where('balance_cents', '<>', 0)
      .execute()
  await until('nothing is held', async () => !(await read()).some(isHeld))
  return (await read()).map(({ kind, user_id, balance_cents }) => `${kind} ${user_id ?? ''} ${balance_cents}`).sort()
}
