import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { retryLocked } from './retry-locked.ts'

test.each([
  ['behind a lock', '55P03'],
  ['that PostgreSQL ended to undo a deadlock', '40P01'],
])('a migration %s is tried again', async (_name, code) => {
  const client = new pg.Client({ connectionString: inject('postgresOwnerUrl') })
  await client.connect()
  onTestFinished(() => client.end())
  let tries = 0
  await retryLocked(performance.now() + 60_000, 'of a test', async () => {
    tries += 1
    if (tries === 1) await client.query(`do $$ begin raise exception using errcode = '${code}'; end $$`)
  })
  expect(tries).toBe(2)
})
