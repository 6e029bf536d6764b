import { sql } from 'kysely'
import { versionOf } from '../../../server/src/db/schema-version.ts'
import { step } from '../report.ts'
import { sellNft } from '../sell-nft.ts'
import type { Site } from '../site.ts'
import { versionIn } from './previous-version.ts'

const REFUSED = /too old for its database/

/** Expand, deploy, and back: the version before runs on today's schema as far as each migration says so. */
export async function upgrade(site: Site, { previous, dist }: { previous: string; dist: string }): Promise<void> {
  const { fleet, ctx, client } = site
  const [older, newer] = [versionIn(previous), versionIn(dist)]
  const sell = (by: string) => step(`a work is sold by ${by}`, () => sellNft(ctx, client, `Sold by ${by}`))
  fleet.use(dist)
  await step(`expand: db:migrate of ${newer} while ${older} runs`, () => fleet.run('db-migrate', [], site.settings))
  const oldest = await oldestCodeSince(site, older)
  fleet.use(previous)
  if (older >= oldest) {
    await sell(`${older}, which has gone on`)
    await step(`${older} starts on the schema of ${newer}`, () => replaceAll(site))
    await sell(`${older}, which was started on it`)
  } else await step(`${older} is refused by the schema of ${newer}`, () => assertRefused(site))
  fleet.use(dist)
  await step(`deploy: ${newer}, one process after the other`, () => replaceAll(site))
  await sell(`${newer}`)
}

async function replaceAll({ fleet, processes }: Site): Promise<void> {
  for (const process of processes) {
    await fleet.stop(process.name)
    await fleet.start(process)
  }
}

/** The oldest code that works with the migrations since then. */
async function oldestCodeSince({ ctx }: Site, version: number): Promise<number> {
  type Row = { name: string; oldest_code: number }
  const { rows } = await sql<Row>`select name, oldest_code from schema_migrations`.execute(ctx.db)
  return Math.max(0, ...rows.filter(({ name }) => versionOf(name) > version).map((row) => row.oldest_code))
}

async function assertRefused({ fleet, processes }: Site): Promise<void> {
  const [api] = processes.filter(({ name }) => name.startsWith('api'))
  if (!api) throw new Error('there is no api')
  await fleet.stop(api.name)
  const said = await fleet.start(api).then(
    () => 'it started',
    (error: Error) => error.message,
  )
  if (!REFUSED.test(said)) throw new Error(`It was not refused as too old:\n${said}`)
}
