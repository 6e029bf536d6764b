import { expect, it, vi } from 'vitest'
import { buildAdmin, buildMember } from '../../test/build-member.ts'
import { giveCredits } from '../../test/give-credits.ts'
import { useTestApp } from '../../test/test-app.ts'
import { checkCustodyStep } from '../custody/chains/check-custody.ts'
import { checkLedgerStep } from '../ledger/check-ledger-in-steps.ts'

const t = useTestApp()
const MINUTE_MS = 60_000

async function reportOf(name: string) {
  const { tokens } = await buildAdmin(t)
  const { body } = await t.call('GET', '/api/admin/health/', { site: 'admin', token: tokens.access })
  return body.data.find((item: { name: string }) => item.name === name)
}

it('the books count as right only after a full round over them, and no longer than the check runs', async () => {
  await giveCredits(t, { userId: (await buildMember(t)).id, amountCents: 100 })
  await checkLedgerStep(t.ctx, { roundStep: 1 })
  expect(await reportOf('ledger')).toMatchObject({
    status: 'unknown',
    detail: expect.stringMatching(/^Newest entries checked 20.* UTC, first full round not finished$/),
  })
  let health = await checkLedgerStep(t.ctx)
  while (!health.roundEndedAt) health = await checkLedgerStep(t.ctx)
  expect(await reportOf('ledger')).toMatchObject({
    status: 'ok',
    detail: expect.stringMatching(
      /^All accounts add up\. Newest entries checked 20.* UTC, last full round ended 20.* UTC$/,
    ),
  })
  t.clock.advance(10 * MINUTE_MS + 1)
  expect(await reportOf('ledger')).toMatchObject({
    status: 'failed',
    detail: expect.stringMatching(/^The check has stalled: it ran last 20.* UTC\. Newest entries checked/),
  })
  await checkLedgerStep(t.ctx)
  expect(await reportOf('ledger')).toMatchObject({ status: 'ok' })
})

it('a fault in the books is named with the time at which they were checked', async () => {
  const log = vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined)
  const member = await buildMember(t)
  await giveCredits(t, { userId: member.id, amountCents: 100 })
  await t.ctx.db.updateTable('ledger_accounts').set({ balance_cents: 99 }).where('user_id', '=', member.id).execute()
  await checkLedgerStep(t.ctx)
  log.mockRestore()
  expect(await reportOf('ledger')).toMatchObject({
    status: 'failed',
    detail: expect.stringMatching(
      /^a balance differs from the sum of its entries: .*\. Newest entries checked 20.* UTC/,
    ),
  })
})

it('a custody check that has stalled is no longer right, and a mismatch keeps the time of the last full round', async () => {
  await checkCustodyStep(t.ctx, 'POLYGON')
  expect(await reportOf('custody')).toMatchObject({
    status: 'ok',
    detail: expect.stringMatching(/^0 works compared, last full round ended 20.* UTC$/),
  })
  t.clock.advance(10 * MINUTE_MS + 1)
  expect(await reportOf('custody')).toMatchObject({
    status: 'failed',
    detail: expect.stringMatching(/^The check has stalled: it ran last 20.* UTC\. 0 works compared, last full round/),
  })
  const lastRound = { finishedAt: t.clock.now().toISOString(), checked: 7, mismatches: ['one'] }
  const value = { cursor: null, checked: 0, suspects: [], mismatches: ['two'], lastRound }
  await t.ctx.db
    .updateTable('settings')
    .set({ value: JSON.stringify(value), updated_at: t.clock.now() })
    .where('key', '=', 'custody_check.POLYGON')
    .execute()
  expect(await reportOf('custody')).toMatchObject({
    status: 'failed',
    detail: expect.stringMatching(
      /^Owners differ from the chain: two, one\. 7 works compared, last full round ended 20.* UTC$/,
    ),
  })
})
