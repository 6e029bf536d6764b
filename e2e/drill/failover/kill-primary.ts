import { setTimeout as sleep } from 'node:timers/promises'
import { measure } from '../report.ts'
import { type Sale, sellNft } from '../sell-nft.ts'
import type { Site } from '../site.ts'
import type { Cluster } from './cluster.ts'
import { compareBooks } from './compare-books.ts'
import { insist } from './insist.ts'
import { startProbe } from './probe.ts'

const KILLS = 10
const SHOPS = 2
const BACK_MAX_MS = 30_000
/** Between two: the load runs on three servers that follow each other. */
const CALM_MS = 5_000

/** Kills the primary again and again while works are made and sold: nothing that was acknowledged may be lost, or be there twice. */
export async function killPrimary(site: Site, cluster: Cluster): Promise<void> {
  const client = insist(site.client)
  const probe = await startProbe(site)
  const sales: Sale[] = []
  let isOver = false
  const sellOn = async (shop: number) => {
    while (!isOver) sales.push(await sellNft(site.ctx, client, `Sold by shop ${shop}`))
  }
  const killAll = async () => {
    for (let kill = 1; kill <= KILLS; kill++) {
      const primary = await cluster.settledPrimary()
      await sleep(CALM_MS)
      cluster.kill(primary)
      const backMs = await probe.untilWritten()
      measure({ what: `back after kill ${kill} (${primary})`, measured: backMs, unit: 'ms', atMost: BACK_MAX_MS })
      cluster.startAgain(primary)
    }
    await cluster.settledPrimary()
  }
  const selling = Array.from({ length: SHOPS }, (_, shop) => sellOn(shop + 1))
  await Promise.all([killAll().finally(() => (isOver = true)), ...selling])
  await probe.stop()
  const { sent, acknowledged } = probe.count()
  measure({ what: 'changes that were acknowledged', measured: acknowledged, unit: `of ${sent}` })
  const lost = await probe.findLost()
  for (const line of lost) console.log(`    lost: ${line}`)
  measure({ what: 'acknowledged changes that are lost', measured: lost.length, unit: '', atMost: 0 })
  await compareBooks(site, client.paid, sales)
}
