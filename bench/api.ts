import autocannon from 'autocannon'
import { getDemoProduct } from './demo-product.ts'
import type { Benchmark, Measurement } from './measurement.ts'

const CONNECTIONS = 20
const SECONDS = 8
const WARM_UP_SECONDS = 2

/** What a visitor's browser asks most, against the product with its demo content. The load comes from the same machine. */
export const api: Benchmark = {
  name: 'api',
  run: async () => {
    const { product } = await getDemoProduct()
    const answer = await fetch(`${product.url}/api/nfts/?limit=1`)
    const { data } = (await answer.json()) as { data: { id: string }[] }
    return [
      ...(await load('catalogue', `${product.url}/api/nfts/`)),
      ...(await load('one NFT', `${product.url}/api/nfts/${data[0]?.id}/`)),
    ]
  },
}

async function load(what: string, url: string): Promise<Measurement[]> {
  await autocannon({ url, connections: CONNECTIONS, duration: WARM_UP_SECONDS })
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${url}: ${result.non2xx} refused, ${result.errors} errors (${JSON.stringify(result.statusCodeStats)})`,
    )
  }
  return [
    { what: `api: ${what}`, measured: result.requests.average, unit: 'requests/s' },
    { what: `api: ${what}, p99`, measured: result.latency.p99, unit: 'ms' },
  ]
}
