import { CompiledQuery } from 'kysely'
import type { Db } from '../src/db/client.ts'

type Index = { name: string; definition: string }

/** Runs this insert as the owner. The indexes of texts are made anew behind it: filled row by row they take most of the time. */
export async function insertManyNfts(owner: Db, insert: string): Promise<void> {
  await owner.transaction().execute(async (tx) => {
    const run = (text: string) => tx.executeQuery<Index>(CompiledQuery.raw(text))
    const { rows: indexes } = await run(
      `select indexname as name, indexdef as definition from pg_indexes where tablename = 'nfts' and indexdef like '%USING gin%'`,
    )
    for (const { name } of indexes) await run(`drop index ${name}`)
    await run(insert)
    for (const { definition } of indexes) await run(definition)
    await run('alter index nfts_search alter column 1 set statistics 1000')
  })
  await owner.executeQuery(CompiledQuery.raw('analyze nfts'))
}
