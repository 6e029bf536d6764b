// `npm run drill`: production's layout from dist, on programs of Debian: migrated, sold on, rolled under load, its primary killed, lost,
// restored, brought back to a second of before. `npm run drill -- roll failover`: these stages alone.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startArchivedServer } from './archive/archived-server.ts'
import { startCluster } from './failover/cluster.ts'
import { killPrimary } from './failover/kill-primary.ts'
import { installPrograms } from './installed.ts'
import { type DatabaseServer, startServer } from './outside.ts'
import { report, step } from './report.ts'
import { openSite, type Site } from './site.ts'
import { sellNft } from './sell-nft.ts'
import { backToATime } from './stages/back-to-a-time.ts'
import { comeBack } from './stages/come-back.ts'
import { layDownPreviousVersion } from './stages/previous-version.ts'
import { restAndMeasure, roll } from './stages/roll.ts'
import { upgrade } from './stages/upgrade.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** As `npm run build` runs it. */
const BUILD = ['--disable-warning=ExperimentalWarning', join(ROOT, 'scripts/build/build.mjs')]
const STAGES = ['roll', 'restore', 'pitr', 'upgrade', 'failover'] as const

const named = process.argv.slice(2)
const stages = STAGES.filter((stage) => named.length === 0 || named.includes(stage))
if (named.some((name) => !STAGES.includes(name as never))) throw new Error(`The stages are: ${STAGES.join(', ')}`)
await step('programs of Debian', async () =>
  installPrograms({ hasFailover: stages.includes('failover'), hasArchive: stages.includes('pitr') }),
)
await step('dist is built', async () => {
  const { status, stderr } = spawnSync(process.execPath, BUILD, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
})
const folder = mkdtempSync(join(tmpdir(), 'verso-drill-'))
// The databases of the cluster run as another user, whose folders are in it.
chmodSync(folder, 0o711)
const dist = join(folder, 'dist')
const previous = join(folder, 'previous')
// Away from our node_modules, so that nothing is found there by accident.
await step('dist lies alone', async () => cpSync(join(ROOT, 'dist'), dist, { recursive: true, verbatimSymlinks: true }))
try {
  if (stages.includes('roll') || stages.includes('restore'))
    await withSite({ name: 'one-server', start: startServer, from: dist }, onOneServer)
  if (stages.includes('pitr')) await withSite({ name: 'archived', start: startArchivedServer, from: dist }, backToATime)
  if (stages.includes('upgrade')) {
    await step('the version before', async () => layDownPreviousVersion(previous))
    const before = { name: 'version-before', start: startServer, from: previous }
    await withSite(before, (site) => upgrade(site, { previous, dist }))
  }
  if (stages.includes('failover')) await withSite({ name: 'cluster', start: startCluster, from: dist }, killPrimary)
} catch (error) {
  console.error(error)
  console.error(`What the processes said is in ${folder}`)
  process.exitCode = 1
}
report()
if (!process.exitCode) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
process.exit()

async function withSite<Server extends DatabaseServer>(
  { name, start, from }: { name: string; start(folder: string): Promise<Server>; from: string },
  work: (site: Site, server: Server) => Promise<void>,
): Promise<void> {
  const own = join(folder, name)
  mkdirSync(own)
  const server = await step(`PostgreSQL: ${name}`, () => start(own))
  let site: Site | undefined
  try {
    site = await step('chains, contracts, migration, five processes', () =>
      openSite({ folder: own, dist: from, server }),
    )
    await work(site, server)
  } finally {
    await site?.close()
    await server.stop()
  }
}

async function onOneServer(site: Site): Promise<void> {
  await step('a work is sold', () => sellNft(site.ctx, site.client, 'First work'))
  if (stages.includes('roll')) {
    await restAndMeasure(site)
    for (const kind of ['haproxy', 'nginx'] as const) await roll(site, kind)
  }
  if (stages.includes('restore')) await comeBack(site)
}
