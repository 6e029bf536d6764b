import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { buildAdmin, buildMember } from '../../test/build-member.ts'
import { buildBuyer, buildListedNft, decide, reserve, topup } from '../../test/build-listed-nft.ts'
import { giveCredits } from '../../test/give-credits.ts'
import { useTestApp } from '../../test/test-app.ts'
import { checkLedger } from './check-ledger.ts'
import { checkLedgerStep } from './check-ledger-in-steps.ts'

const t = useTestApp()

/** As only the owner of the database could: past the triggers. */
async function tamper(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: t.ownerUrl })
  await client.connect()
  await client.query(
    `begin; alter table ledger_entries disable trigger user; ${sql}; alter table ledger_entries enable trigger user; commit`,
  )
  await client.end()
}

/** Steps until a whole round has gone by. */
async function wholeRound(): Promise<string[]> {
  const before = (await checkLedgerStep(t.ctx, { roundStep: 3 })).roundEndedAt
  t.clock.advance(1_000)
  for (;;) {
    const { problems, roundEndedAt } = await checkLedgerStep(t.ctx, { roundStep: 3 })
    if (roundEndedAt && roundEndedAt.getTime() !== before?.getTime()) return problems.map(({ check }) => check)
  }
}

describe('the check of the books', () => {
  it('finds nothing in books that are right', async () => {
    const { nft } = await buildListedNft(t, { onChain: true })
    const buyer = await buildBuyer(t)
    await decide(t, await reserve(t, buyer, nft), 'success')
    await decide(t, await topup(t, buyer, 30), 'success')
    await t.runJobs()
    expect(await checkLedger(t.ctx.db)).toEqual([])
    expect(await wholeRound()).toEqual([])
  })

  it.each([
    [
      'a balance differs from the sum of its entries',
      `update ledger_accounts set balance_cents = balance_cents + 1 where kind = 'CREDIT'`,
      `update ledger_accounts set balance_cents = balance_cents - 1 where kind = 'CREDIT'`,
    ],
    [
      'the chain of balances is broken',
      'update ledger_entries set amount_cents = amount_cents * 2 where id <= 2',
      'update ledger_entries set amount_cents = amount_cents / 2 where id <= 2',
    ],
    [
      'a transfer does not sum to zero',
      'update ledger_entries set amount_cents = amount_cents + 5 where id = 1',
      'update ledger_entries set amount_cents = amount_cents - 5 where id = 1',
    ],
    [
      'a captured payment is unaccounted for',
      `update payments set status = 'FAILED' where kind = 'TOPUP' and status = 'SUCCESS'`,
      `update payments set status = 'SUCCESS' where kind = 'TOPUP' and status = 'FAILED'`,
    ],
    [
      'a sold listing has not exactly one captured payment',
      `update payments set captured_at = null where kind = 'PURCHASE'`,
      `update payments set captured_at = created_at where kind = 'PURCHASE'`,
    ],
    [
      'held credit differs from the open holds',
      `update credit_holds set status = 'HELD' where status = 'CHARGED'`,
      `update credit_holds set status = 'CHARGED' where status = 'HELD'`,
    ],
  ])('finds old faults (%s) at once and in steps, and forgets what was mended', async (check, fault, mend) => {
    const log = vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined)
    await tamper(fault)
    expect((await checkLedger(t.ctx.db)).map((problem) => problem.check)).toContain(check)
    expect(await wholeRound()).toContain(check)
    expect(log).toHaveBeenCalledWith(expect.objectContaining({ check }), 'the ledger does not add up')
    await tamper(mend)
    await wholeRound()
    expect(await wholeRound()).toEqual([])
    log.mockRestore()
  })

  it('finds a fault beside a new entry in the next step, and shows it to the admin', async () => {
    const [admin, member] = [await buildAdmin(t), await buildMember(t)]
    await giveCredits(t, { userId: member.id, amountCents: 100 })
    await tamper(`update ledger_accounts set balance_cents = 99 where user_id = '${member.id}'`)
    const log = vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined)
    const { checkedAt } = await checkLedgerStep(t.ctx, { roundStep: 1 })
    log.mockRestore()
    const { body } = await t.call('GET', '/api/admin/ledger/', { site: 'admin', token: admin.tokens.access })
    expect(body.data.problems).toMatchObject([{ check: 'a balance differs from the sum of its entries' }])
    expect(body.data.checked_at).toBe(checkedAt.toISOString())
  })
})
