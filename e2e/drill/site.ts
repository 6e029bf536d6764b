import { join } from 'node:path'
import { EVM_CHAINS } from '@verso/protocol/chains'
import { openProduct, type ProductContext } from '../../server/test/open-product.ts'
import { freePort } from '../../server/test/product.ts'
import { type Client, openClient } from './client.ts'
import { type Fleet, openFleet } from './fleet.ts'
import { makeKeys, planProcesses, type Process, type Settings, settingsOf } from './layout.ts'
import { type Database, type DatabaseServer, type Outside, startOutside } from './outside.ts'
import { makeCertificate, type ProxyKind, startProxy } from './proxies.ts'

/** All of an operator's: processes, a proxy, secrets, and a way in for us. */
export type Site = {
  folder: string
  client: Client
  fleet: Fleet
  outside: Outside
  /** On the database of now. */
  ctx: ProductContext
  settings: Settings
  processes: Process[]
  useProxy(kind: ProxyKind): Promise<void>
  /** After a loss: another database and another folder for files, and all processes on them. */
  moveTo(place: Place): Promise<void>
  startAll(): Promise<void>
  close(): Promise<void>
}
export type Place = { database: Database; dataDir: string }
type Options = { folder: string; dist: string; server: DatabaseServer }

/** The first day: contracts, schema, processes, proxy. */
export async function openSite({ folder, dist, server }: Options): Promise<Site> {
  const keys = makeKeys()
  const [tlsPort, plainPort] = [await freePort(), await freePort()]
  const outside = await startOutside(folder, keys, server)
  const fleet = openFleet(dist, join(folder, 'product.log'))
  const contracts: Settings = {}
  const settingsFor = (place: Place) => ({
    ...settingsOf({ keys, tlsPort, rpcUrls: outside.rpcUrls, ...place }),
    ...contracts,
  })
  const first = { database: await outside.makeDatabase('drill'), dataDir: join(folder, 'data') }
  await fleet.run('db-migrate', [], settingsFor(first))
  for (const chain of EVM_CHAINS) {
    const said = await fleet.run('chain-deploy', ['--chain', chain], {
      ...settingsFor(first),
      OWNER_KEY: keys.OWNER_KEY,
    })
    contracts[`${chain}_CONTRACT`] = new RegExp(`${chain}_CONTRACT=(0x\\w{40})`).exec(said)?.[1] ?? ''
  }
  const settings = settingsFor(first)
  const plan = await planProcesses(settings, keys)
  const listOf = ({ signer, apis, workers }: typeof plan): Process[] => [signer, ...apis, ...workers]
  const certificate = makeCertificate(folder)
  const { sandboxPort } = plan
  let proxy: Awaited<ReturnType<typeof startProxy>> | undefined
  const site: Site = {
    folder,
    outside,
    fleet,
    client: openClient(tlsPort, certificate),
    ctx: undefined as never,
    settings,
    processes: listOf(plan),
    useProxy: async (kind) => {
      await proxy?.stop()
      const apis = plan.apis.map(({ ports }) => ports)
      proxy = await startProxy(kind, { folder, tlsPort, plainPort, sandboxPort, apis })
    },
    moveTo: async (place) => {
      site.settings = settingsFor(place)
      const { DATABASE_URL = '', MIGRATION_DATABASE_URL = '', DATA_DIR = '' } = site.settings
      const moved = { DATABASE_URL, MIGRATION_DATABASE_URL, DATA_DIR }
      site.processes = site.processes.map((process) => ({ ...process, settings: { ...process.settings, ...moved } }))
    },
    startAll: async () => {
      for (const process of site.processes) await fleet.start(process)
      site.ctx = await openProduct(site.settings.DATA_DIR as string, site.settings)
    },
    close: async () => {
      site.client.close()
      await site.ctx?.close()
      await fleet.killAll()
      await proxy?.stop()
      await outside.stop()
    },
  }
  try {
    await site.useProxy('haproxy')
    await site.startAll()
    return site
  } catch (error) {
    await site.close()
    throw error
  }
}
