import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestApp } from '../test/test-app.ts'
import { adapterOf } from './custody/chains/adapter-of.ts'
import { createContext } from './create-context.ts'

const t = useTestApp()
/** Less than the driver keeps an idle connection. */
const CLOSED_MS = 5_000
const CONNECTION_NAME = 'never-made'

const countConnections = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity where application_name = ${CONNECTION_NAME}`.execute(t.ctx.db)
  return rows[0]?.count
}

test('what cannot be made leaves no connection open, which would keep a failed command from ending', async () => {
  const { database } = t.ctx.config
  const url = `${database.url}?application_name=${CONNECTION_NAME}`
  const config = { ...t.ctx.config, walletKek: 'w'.repeat(40), database: { ...database, url } }
  await expect(createContext(config)).rejects.toThrow('WALLET_KEK')
  await expect.poll(countConnections, { timeout: CLOSED_MS }).toBe(0)
})

test('without the keys that sign for the platform chains are read, and nothing is signed', async () => {
  const ctx = await createContext({ ...t.ctx.config, role: 'api', minterKey: undefined, settlerKey: undefined })
  const adapter = adapterOf(ctx, 'POLYGON')
  expect(await adapter.readHead()).toBeGreaterThan(0)
  expect(() => adapter.addressOf('minter')).toThrow('MINTER_KEY is not set in this process')
  await ctx.close()
})
