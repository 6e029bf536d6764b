// `npm run drill`: production's layout from dist, on programs of Debian: migrated, sold on, rolled under load, lost, restored.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { comeBack } from './come-back.ts'
import { installPrograms } from './installed.ts'
import { report, step } from './report.ts'
import { restAndMeasure, roll } from './roll.ts'
import { openSite, type Site } from './site.ts'
import { sellWork } from './sell-work.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const DIST = join(ROOT, 'dist')
/** As `npm run build` runs it. */
const BUILD = ['--disable-warning=ExperimentalWarning', join(ROOT, 'scripts/build/build.mjs')]

await step('programs of Debian', async () => installPrograms())
await step('dist is built', async () => {
  const { status, stderr } = spawnSync(process.execPath, BUILD, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
})
const folder = mkdtempSync(join(tmpdir(), 'verso-drill-'))
let site: Site | undefined
try {
  // Away from our node_modules, so that nothing is found there by accident.
  await step('dist lies alone', async () =>
    cpSync(DIST, join(folder, 'dist'), { recursive: true, verbatimSymlinks: true }),
  )
  mkdirSync(join(folder, 'backups'))
  site = await step('PostgreSQL, chains, contracts, migration, five processes', () => openSite(folder))
  const { ctx, client } = site
  await step('a work is sold', () => sellWork(ctx, client, 'First work'))
  await restAndMeasure(site)
  for (const kind of ['haproxy', 'nginx'] as const) await roll(site, kind)
  await comeBack(site)
} catch (error) {
  console.error(error)
  console.error(`What the processes said is in ${folder}/product.log`)
  process.exitCode = 1
} finally {
  await site?.close()
}
report()
if (!process.exitCode) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
process.exit()
