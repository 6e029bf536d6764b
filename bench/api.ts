import autocannon from 'autocannon'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buildMember } from '../server/test/build-member.ts'
import { openProduct } from '../server/test/open-product.ts'
import { getDemoProduct } from './demo-product.ts'
import { type Benchmark, type Measurement, median } from './measurement.ts'

const CONNECTIONS = 20
const ROUNDS = 6
const SECONDS = 3
const REFERENCE = join(import.meta.dirname, 'references', 'bare-http.ts')
const LIST = '/api/nfts/?listed=true&approved=true&limit=24'

/**
 * A visitor's commonest calls, against the product with its demo content, by turns with `bench/references/bare-http.ts` on the
 * same database: the machine's other work is then part of both. The load comes from the same machine.
 */
export const api: Benchmark = {
  name: 'api',
  run: async () => {
    const { product } = await getDemoProduct()
    const ctx = await openProduct(product.dataDir, product.settings)
    const member = await buildMember({ ctx })
    const { id } = await ctx.db
      .selectFrom('nfts')
      .select('id')
      .where('active_price_cents', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    const plain = await startReference(ctx.config.database.url)
    const prepared = await startReference(ctx.config.database.url, 'prepared')
    try {
      const list = { url: product.url + LIST }
      const one = { url: `${product.url}/api/nfts/${id}/` }
      return [
        ...(await compare('list of 24', list, { plain: plain.url, prepared: prepared.url, atLeast: 0.6 })),
        ...(await compare('one NFT', one, {
          plain: `${plain.url}/${id}`,
          prepared: `${prepared.url}/${id}`,
          atLeast: 0.4,
        })),
        ...(await compare(
          'list of 24, a member',
          { ...list, headers: member.headers },
          { plain: plain.url, prepared: prepared.url, atLeast: 0.45 },
        )),
      ]
    } finally {
      for (const { child } of [plain, prepared]) child.kill()
      await ctx.close()
    }
  },
}

async function startReference(databaseUrl: string, mode?: string): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(REFERENCE, [databaseUrl, ...(mode ? [mode] : [])])
  const [port] = await once(child, 'message')
  return { child, url: `http://127.0.0.1:${port}/nfts` }
}

type Call = { url: string; headers?: Record<string, string> }
type References = { plain: string; prepared: string; atLeast: number }

async function compare(what: string, call: Call, references: References): Promise<Measurement[]> {
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      plain: await rateOf({ url: references.plain }),
      own: await rateOf(call),
      prepared: await rateOf({ url: references.prepared }),
    })
  }
  // The first warms up all of them.
  const counted = rounds.slice(1)
  const best = (values: number[]) => ({ measured: Math.max(...values), median: median(values) })
  return [
    { what: `api: ${what}`, ...best(counted.map(({ own }) => own)), unit: 'requests/s' },
    {
      what: `api: ${what} ÷ one statement of its rows`,
      ...best(counted.map(({ own, plain }) => own / plain)),
      unit: '×',
      target: { atLeast: references.atLeast },
    },
    {
      what: `api: ${what} ÷ the same, prepared by name`,
      ...best(counted.map(({ own, prepared }) => own / prepared)),
      unit: '×',
    },
  ]
}

async function rateOf(call: Call): Promise<number> {
  const result = await autocannon({ ...call, connections: CONNECTIONS, duration: SECONDS })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${call.url}: ${result.non2xx} refused, ${result.errors} errors`)
  }
  return result.requests.average
}
