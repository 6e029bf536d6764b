import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { expect, it } from 'vitest'
import { useTestApp } from '../../test/test-app.ts'
import { generateTypes } from './generate-types.ts'

const t = useTestApp()

it('has committed types that are those of the migrated database', async () => {
  const client = new pg.Client({ connectionString: t.ownerUrl })
  await client.connect()
  const fresh = await generateTypes(client).finally(() => client.end())
  expect(await readFile(new URL('./types.gen.ts', import.meta.url), 'utf8')).toBe(fresh)
})
