import { expect, it } from 'vitest'
import { assertBooksAreRight, buildBuyer } from '../../../test/build-listed-nft.ts'
import { productionSettings } from '../../../test/production.ts'
import { runScript } from '../../../test/run-script.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { openDatabase } from '../../db/client.ts'
import { seedFiles } from './seed-files.ts'
import { seedNfts } from './seed-nfts.ts'
import { seedUsers } from './seed-users.ts'

const t = useTestApp()

it('is refused in production before anything is started', async () => {
  const urls = { DATABASE_URL: t.ctx.config.database.url, MIGRATION_DATABASE_URL: t.ownerUrl }
  const production = { ...productionSettings(), ...urls }
  const { code, output } = await runScript('commands/seed.ts', ['--nfts', '1', '--users', '1'], production)
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('not in production') })
})

it('makes NFTs that are listed, cannot be bought, and leave the ledger right', async () => {
  const db = openDatabase(t.ownerUrl, t.ctx.log, { maxConnections: 1 })
  const now = t.ctx.clock.now()
  await seedUsers(db, { run: 'test', from: 1, to: 20, now })
  const fileIds = await seedFiles(t.ctx, db, 'test')
  await seedNfts(db, { run: 'test', from: 1, to: 200, count: 200, users: 20, fileIds, now })
  await db.destroy()

  const { body } = await t.call('GET', '/api/nfts/?approved=true&listed=true&sort=price')
  expect(body.meta.total).toBeGreaterThan(40)
  const [cheapest] = body.data
  const { body: one } = await t.call('GET', `/api/nfts/${cheapest.id}/activity-logs/`)
  expect(one.data.length).toBeGreaterThan(1)

  const buyer = await buildBuyer(t)
  const purchase = { token: buyer.tokens.access, body: { purchasing: true, buyer: buyer.id } }
  expect((await t.call('PUT', `/api/nfts/${cheapest.id}/`, purchase)).status).toBe(409)
  await assertBooksAreRight(t)
})
