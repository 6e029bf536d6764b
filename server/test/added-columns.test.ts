import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '../src/db/client.ts'
import { buildBuyer, buildListedNft, buy } from './build-listed-nft.ts'
import { useTestApp } from './test-app.ts'

const t = useTestApp()
/** By its fifth run a text has its name, and the connection that runs it next has parsed it. */
const RUNS = 8

test('a process that runs on reads what it read before after a newer version has added a column to every table', async () => {
  const { nft, seller } = await buildListedNft(t)
  const buyer = await buildBuyer(t)
  const { body } = await buy(t, buyer, nft)
  const readers = [buyer.tokens.access, undefined]
  const paths = [
    '/api/users/me/',
    `/api/users/${seller.id}/`,
    '/api/nfts/?limit=2',
    `/api/nfts/?owned_by=${seller.id}`,
    `/api/nfts/${nft.id}/`,
    '/api/users/me/favourites/',
    '/api/notifications/',
    '/api/payments/',
    `/api/payments/${body.data.payment_id}/`,
  ]
  const readAll = async () => {
    const answers: [string, number][] = []
    for (const path of paths)
      for (const token of readers) answers.push([path, (await t.call('GET', path, token ? { token } : {})).status])
    return answers
  }
  const before = await readAll()
  for (let run = 1; run < RUNS; run++) await readAll()
  await addColumns()
  expect(await readAll()).toEqual(before)
})

async function addColumns(): Promise<void> {
  const owner = openDatabase(t.ownerUrl, t.ctx.log, { maxConnections: 1 })
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(owner)
  for (const { name } of rows) await sql`alter table ${sql.table(name)} add column added int`.execute(owner)
  await owner.destroy()
}
