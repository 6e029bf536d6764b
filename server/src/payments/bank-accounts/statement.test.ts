import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Member } from '../../../test/build-member.ts'
import { buildBuyer, buildListedNft, decide, reserve, topup } from '../../../test/build-listed-nft.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()
const read = async (member: Member, path: string) =>
  (await t.call('GET', `/api/accounts/${path}`, { token: member.tokens.access })).body

it('the lines of a statement name the NFT, and a fee is no longer held once it is charged', async () => {
  const { seller, nft } = await buildListedNft(t, { onChain: true, priceCents: 10_000 })
  await t.ctx.db.updateTable('nfts').set({ name: '=SUM("A1")' }).where('id', '=', nft.id).execute()
  const subject = { nft_id: nft.id, name: '=SUM("A1")' }
  const buyer = await buildBuyer(t)
  await decide(t, await topup(t, buyer, 5), 'success')
  await t.runJobs()
  const paymentId = await reserve(t, buyer, nft)
  const [held, toppedUp, granted] = (await read(buyer, 'credits/entries/')).data
  expect(held).toMatchObject({ kind: 'Network fee held', amount: -0.2, subject })
  expect([toppedUp.subject, granted.subject]).toEqual([null, null])

  await decide(t, paymentId, 'success')
  await t.runJobs()
  const credits = await read(buyer, 'credits/entries/?limit=1')
  expect(credits).toMatchObject({ data: [{ kind: 'Network fee', amount: -0.2, subject }], meta: { total: 3 } })
  const earned = (await read(seller, 'earnings/entries/')).data
  expect(earned).toMatchObject([{ kind: 'Earnings available', amount: 97.5, subject }])
  expect((await read(seller, 'earnings/')).data).toEqual({ balance: 97.5, held: 0 })
  expect((await read(seller, 'earnings/totals/')).data).toEqual({ count: 1, total: 97.5 })
  const rest = await read(buyer, `credits/entries/?limit=2&cursor=${credits.meta.next_cursor}`)
  expect(rest.data).toEqual([toppedUp, granted])
  expect(await read(seller, 'earnings/entries.csv')).toContain('"Earnings available",97.50,97.50,"\'=SUM(""A1"")"')
})

it('a fee that came back keeps its two lines', async () => {
  const { nft } = await buildListedNft(t)
  const buyer = await buildBuyer(t)
  const paymentId = await reserve(t, buyer, nft)
  await t.call('POST', `/api/payments/${paymentId}/cancel/`, { token: buyer.tokens.access })
  const subject = { nft_id: nft.id, name: nft.name }
  expect((await read(buyer, 'credits/entries/')).data.slice(0, 2)).toMatchObject([
    { kind: 'Network fee returned', amount: 0.2, subject },
    { kind: 'Network fee held', amount: -0.2, subject },
  ])
})

it('a statement as CSV has every line, however many there are', async () => {
  const buyer = await buildBuyer(t)
  const { rows } = await sql<{ id: string }>`
    select id from ledger_accounts where kind = 'CREDIT' and user_id = ${buyer.id}`.execute(t.ctx.db)
  const LINES = 2_500
  // Pairs that leave the balance as it is; the trigger wants every transfer to sum to zero.
  await sql`insert into ledger_entries (transfer_id, account_id, amount_cents, balance_after_cents, created_at)
    select first.transfer_id, ${rows[0]?.id}::uuid, case when n % 2 = 0 then -1 else 1 end, 1000 + n % 2, first.created_at
    from (select transfer_id, created_at from ledger_entries where account_id = ${rows[0]?.id} limit 1) first,
      generate_series(1, ${LINES}) n order by n`.execute(t.ctx.db)
  const csv = String(await read(buyer, 'credits/entries.csv'))
  const lines = csv.trimEnd().split('\r\n')
  expect(lines).toHaveLength(1 + LINES + 1)
  expect(lines.at(-1)).toContain('10.00,10.00')
})
