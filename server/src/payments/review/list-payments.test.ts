import { expect, it } from 'vitest'
import { buildAdmin } from '../../../test/build-member.ts'
import { buildBuyer, buildListedNft, decide, reserve, topup } from '../../../test/build-listed-nft.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()

it('all payments are listed, newest first, and narrowed by state, kind, time and amount', async () => {
  const { nft } = await buildListedNft(t, { priceCents: 10_000 })
  const [admin, buyer] = [await buildAdmin(t), await buildBuyer(t)]
  const list = async (query: string) =>
    (await t.call('GET', `/api/admin/payments/?shown=all&${query}`, { site: 'admin', token: admin.tokens.access })).body
  const ids = async (query: string) => (await list(query)).data.map(({ id }: { id: string }) => id)

  const paid = await topup(t, buyer, 20)
  await decide(t, paid, 'success')
  await t.runJobs()
  const small = await topup(t, buyer, 5)
  const purchase = await reserve(t, buyer, nft)

  expect(await ids('')).toEqual([purchase, small, paid])
  expect(await ids('status=SUCCESS')).toEqual([paid])
  expect(await ids('kind=TOPUP')).toEqual([small, paid])
  expect(await ids('min_amount=20&max_amount=99.99')).toEqual([paid])
  const today = t.clock.now().toISOString().slice(0, 10)
  expect(await ids(`from=${today}&to=${today}`)).toHaveLength(3)
  expect(await ids('to=2001-01-01')).toEqual([])

  const first = await list('limit=2')
  expect(first.meta.total).toBe(3)
  expect(await ids(`limit=2&cursor=${first.meta.next_cursor}`)).toEqual([paid])
  const ofToday = await list(`from=${today}&limit=2`)
  expect(ofToday.data.map(({ id }: { id: string }) => id)).toEqual([purchase, small])
  expect(await ids(`from=${today}&limit=2&cursor=${ofToday.meta.next_cursor}`)).toEqual([paid])
  const wrong = await t.call('GET', '/api/admin/payments/?shown=all&status=WON&from=today', {
    site: 'admin',
    token: admin.tokens.access,
  })
  expect(wrong.status).toBe(400)
})
