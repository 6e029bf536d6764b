import { expect, test } from 'vitest'
import { topup } from '../../../test/build-listed-nft.ts'
import { buildMember } from '../../../test/build-member.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()

async function payouts(userId: string): Promise<void> {
  const times = { created_at: t.clock.now(), updated_at: t.clock.now() }
  const rows = Array.from({ length: 4 }, () => ({
    ...times,
    id: t.ctx.random.id(),
    user_id: userId,
    amount_cents: 1_000,
    status: 'CANCELLED' as const,
  }))
  await t.ctx.db.insertInto('payouts').values(rows).execute()
}

// The demo's orders are of other days than their ids.
test.each(['payments', 'payouts'] as const)(
  'pages of one’s own %s follow their time, also against the order of ids',
  async (table) => {
    const member = await buildMember(t)
    const token = member.tokens.access
    if (table === 'payouts') await payouts(member.id)
    else for (let count = 0; count < 4; count++) await topup(t, member, 30)
    const ids = await t.ctx.db.selectFrom(table).select('id').where('user_id', '=', member.id).orderBy('id').execute()
    for (const [index, { id }] of ids.entries()) {
      const created_at = new Date(t.clock.now().getTime() - index * 60_000)
      await t.ctx.db.updateTable(table).set({ created_at }).where('id', '=', id).execute()
    }
    const read: { id: string }[] = []
    for (let cursor: string | null = ''; cursor !== null && read.length < 9; ) {
      const page = await t.call('GET', `/api/${table}/?limit=1${cursor && `&cursor=${cursor}`}`, { token })
      read.push(...page.body.data)
      cursor = page.body.meta.next_cursor
    }
    expect(read.map(({ id }) => id)).toEqual(ids.map(({ id }) => id))
  },
)
