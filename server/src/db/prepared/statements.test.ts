import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { createLogger } from '../../logger.ts'
import { type Db, inTransaction, openDatabase } from '../client.ts'
import { createStatements } from './statements.ts'

const open = (isPreparing: boolean): Db =>
  openDatabase(inject('postgresOwnerUrl'), createLogger('silent'), { maxConnections: 1, isPreparing })

async function namesOn(db: Db): Promise<number> {
  const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(db)
  return rows.length
}

test.each([
  { isPreparing: true, names: 1 },
  { isPreparing: false, names: 0 },
])(
  'is compiled once for each shape; with names ($isPreparing) a connection parses once what is asked again and again',
  async ({ isPreparing, names }) => {
    const db = open(isPreparing)
    let built = 0
    const sums = createStatements<{ a: number; b?: number | undefined }, { sum: number }>()
    const add = async (values: { a: number; b?: number }) => {
      const [row] = await sums(db, {
        values,
        build: ({ a, b }) => {
          built += 1
          return sql`select ${a}::int + ${b === undefined ? sql`0` : sql`${b}::int`} + ${100}::int as sum`.compile(db)
        },
      })
      return row?.sum
    }
    expect([await add({ a: 1, b: 2 }), await add({ a: 3, b: 4 }), await add({ a: 5 }), await add({ a: 6 })]).toEqual([
      103, 107, 105, 106,
    ])
    expect(built).toBe(2)
    expect(await namesOn(db)).toBe(0)
    for (let run = 0; run < 4; run++) await add({ a: run })
    expect(await namesOn(db)).toBe(names)
    await db.destroy()
  },
)

test('what transactions run again and again gets a name, but for what asks for all columns', async () => {
  const db = open(true)
  await sql`create temporary table grown (a int)`.execute(db)
  const repeat = async (run: (from: Db) => Promise<unknown>) => {
    for (let count = 0; count < 25; count++) await inTransaction(db, run)
  }
  await repeat((tx) => sql`select a from grown where a = ${1}`.execute(tx))
  expect(await namesOn(db)).toBe(1)
  await repeat((tx) => sql`select * from grown where a = ${1}`.execute(tx))
  for (let count = 0; count < 25; count++) await sql`select a + 1 from grown where a = ${1}`.execute(db)
  expect(await namesOn(db)).toBe(1)
  await sql`alter table grown add column b int`.execute(db)
  await inTransaction(db, (tx) => sql`select * from grown where a = ${1}`.execute(tx))
  await inTransaction(db, (tx) => sql`select a from grown where a = ${1}`.execute(tx))
  await db.destroy()
})
