import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { generateTypes } from '../db/generate-types.ts'
import { migrate } from '../db/migrate.ts'
import { startPostgres } from '../embedded/postgres/postgres.ts'
import { createLogger } from '../logger.ts'

/** `npm run db:types`: migrates an empty database and writes `db/types.gen.ts` from it. */
const folder = await mkdtemp(join(tmpdir(), 'verso-types-'))
const postgres = await startPostgres({
  dataDir: join(folder, 'postgres'),
  log: createLogger('error'),
  isDurable: false,
})
try {
  await migrate(postgres.ownerUrl)
  const client = new pg.Client({ connectionString: postgres.ownerUrl })
  await client.connect()
  await writeFile(new URL('../db/types.gen.ts', import.meta.url), await generateTypes(client))
  await client.end()
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
