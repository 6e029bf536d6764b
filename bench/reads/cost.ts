import autocannon from 'autocannon'
import { sql } from 'kysely'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildApp } from '../../server/src/app.ts'
import type { App } from '../../server/src/http/app-type.ts'
import { buildMember, type Member } from '../../server/test/build-member.ts'
import { countRoundTrips } from '../../server/test/count-round-trips.ts'
import { openProduct, type ProductContext } from '../../server/test/open-product.ts'
import { getDemoProduct, untilPicturesAreMade } from '../demo-product.ts'
import type { Benchmark, Measurement } from '../measurement.ts'
import { childPids } from '../resident-memory.ts'

const CALLS = 300
const WARM_UP = 50
/** Of each list of the member: a page. */
const LINES = 24
const MS_PER_TICK = 10
/** Times what the kept run took. Processors differ from day to day, and pictures of the demo have longer or shorter keys. */
const MAY_GROW = { statements: 1, CPU: 2, answer: 1.1 }

/** The cost of the commonest calls: statements, CPU time of the server and its database, bytes of the answer; held to the run that is kept. */
export const cost: Benchmark = {
  name: 'cost',
  run: async () => {
    const { product } = await getDemoProduct()
    await untilPicturesAreMade(product.dataDir)
    const ctx = await openProduct(product.dataDir, product.settings)
    const app = await buildApp(ctx as never, 'marketplace')
    const member = await buildMember({ ctx })
    const paymentId = await fillLists(ctx, member)
    const [measurements, kept]: [Measurement[], Kept] = [[], readKept()]
    for (const [what, path, isMembers] of await commonestCalls(ctx, paymentId)) {
      const call = { url: product.url + path, ...(isMembers && { headers: member.headers }) }
      const { statements, bytes } = await countStatements(app, product.url, call)
      const figure = (of: keyof typeof MAY_GROW, measured: number, unit: string): Measurement => {
        const before = kept.get(`${what}: ${of}`)
        const target = before === undefined ? {} : { target: { atMost: before * MAY_GROW[of] } }
        return { what: `${what}: ${of}`, measured, unit, ...target }
      }
      measurements.push(
        figure('statements', statements, ''),
        figure('CPU', await cpuMsOf(product.pid, call), 'ms'),
        figure('answer', bytes, 'bytes'),
      )
    }
    await app.close()
    await ctx.close()
    return measurements
  },
}

type Kept = Map<string, number>

function readKept(): Kept {
  const file = join(import.meta.dirname, '..', 'results', 'cost.json')
  if (!existsSync(file)) return new Map()
  const { measurements } = JSON.parse(readFileSync(file, 'utf8')) as { measurements: Measurement[] }
  return new Map(measurements.map(({ what, measured }) => [what, measured]))
}

type Call = { url: string; headers?: Record<string, string> }

/** A page of favourites, orders and notifications for this member; returns one of the orders. */
async function fillLists({ db, clock }: ProductContext, { id }: Member): Promise<string> {
  const listed = sql`from listings join nfts on nfts.id = listings.nft_id where listings.status = 'ACTIVE' order by listings.id limit ${LINES}`
  const at = clock.now()
  await sql`insert into favourites (user_id, nft_id, created_at) select ${id}, nfts.id, ${at} ${listed}`.execute(db)
  await sql`insert into notifications (id, user_id, kind, nft_ids, actor_ids, created_at)
    select gen_random_uuid(), ${id}, 'following.listed', array[nfts.id], array[nfts.created_by], ${at} ${listed}`.execute(
    db,
  )
  const { rows } = await sql<{ id: string }>`
    insert into payments (id, user_id, kind, status, amount_cents, nft_id, listing_id, provider, commodity, receiver, created_at, updated_at)
    select gen_random_uuid(), ${id}, 'PURCHASE', 'CANCELED', price_cents, nfts.id, listings.id, 'sandbox', 'USD', 'bench', ${at}, ${at} ${listed}
    returning id`.execute(db)
  const [order] = rows
  if (!order) throw new Error('the demo content lists nothing')
  return order.id
}

async function commonestCalls(
  { db }: ProductContext,
  paymentId: string,
): Promise<[what: string, path: string, isMembers?: true][]> {
  const { id, created_by } = await db
    .selectFrom('nfts')
    .select(['id', 'created_by'])
    .where('active_price_cents', 'is not', null)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const list = '/api/nfts/?listed=true&approved=true&limit=24'
  return [
    ['Explore', list],
    ['Explore, a member', list, true],
    ['Explore by price', `${list}&sort=price`],
    ['Gallery', '/api/nfts/?listed=false&approved=true&limit=24'],
    ['a search in Explore', `${list}&search=light`],
    ['one NFT', `/api/nfts/${id}/`],
    ['one NFT, a member', `/api/nfts/${id}/`, true],
    ['its activity', `/api/nfts/${id}/activity-logs/`],
    ['a profile', `/api/users/${created_by}/`],
    ['works of a profile', `/api/nfts/?created_by=${created_by}`],
    ['own profile', '/api/users/me/', true],
    ['own favourites', '/api/users/me/favourites/', true],
    ['own orders', '/api/payments/', true],
    ['one order', `/api/payments/${paymentId}/`, true],
    ['own notifications', '/api/notifications/', true],
    ['the front of Explore', '/api/featured/'],
    ['a search everywhere', '/api/search/?q=light'],
    ['settings', '/api/settings/'],
  ]
}

/** Of the same code on the same data, in this process. */
async function countStatements(app: App, origin: string, { url, headers }: Call) {
  const inject = () =>
    app.inject({ url: url.slice(origin.length), headers: { host: new URL(origin).host, ...headers } })
  await inject()
  const { result, roundTrips: statements } = await countRoundTrips(inject)
  const { statusCode, rawPayload } = result
  if (statusCode !== 200) throw new Error(`${url}: ${statusCode}`)
  return { statements, bytes: rawPayload.length }
}

/** Of the product and all that it started, its database too; one call after the other. */
async function cpuMsOf(pid: number, call: Call): Promise<number> {
  await autocannon({ ...call, connections: 1, amount: WARM_UP })
  const before = cpuMsById(pid)
  const { non2xx, errors } = await autocannon({ ...call, connections: 1, amount: CALLS })
  if (non2xx > 0 || errors > 0) throw new Error(`${call.url}: ${non2xx} refused, ${errors} errors`)
  const used = [...cpuMsById(pid)].map(([id, ms]) => ms - (before.get(id) ?? 0))
  return used.reduce((sum, ms) => sum + ms, 0) / CALLS
}

/** Of a process and all below it; what has ended meanwhile is not told. Linux alone tells it. */
function cpuMsById(pid: number): Map<number, number> {
  if (process.platform !== 'linux') return new Map([[pid, Number.NaN]])
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    const ticks = Number(stat[11]) + Number(stat[12])
    return new Map([[pid, ticks * MS_PER_TICK], ...childPids(pid).flatMap((child) => [...cpuMsById(child)])])
  } catch {
    return new Map()
  }
}
