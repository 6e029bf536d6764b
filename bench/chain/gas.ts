import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Benchmark, Measurement } from '../measurement.ts'

const ROOT = join(import.meta.dirname, '../..')
type Row = { operation: string; verso: number; openzeppelin: number; erc721a: number; solady: number; seaport?: number }

/** Gas of each operation against the best of the well-known implementations (below 1 is cheaper), and what it may cost at most. */
export const gas: Benchmark = {
  name: 'gas',
  run: async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, 'contracts/bench/gas.mjs')], {
      cwd: join(ROOT, 'contracts'),
    })
    console.log(stdout)
    const rows: Row[] = JSON.parse(readFileSync(join(ROOT, 'bench/results/contract-gas.json'), 'utf8'))
    const beside = rows.map(({ operation, verso, ...rivals }) => ({
      what: `gas: ${operation}`,
      measured: verso / Math.min(...Object.values(rivals)),
      unit: 'of the best other',
      target: { atMost: 1 },
    }))
    return [...beside, ...measureOurs()]
  },
}

/** Per NFT, of the design's first prototype. Ours may cost so much more and no more. */
const ALLOWANCE = 1.05
const PROTOTYPE: Record<string, { gas: number; nfts?: number }> = {
  // The prototype registered the creator's address too.
  'mint 1, new owner, creator and payout': { gas: 96_727 },
  'mint 1, new owner and creator': { gas: 96_727 },
  'mint 1, known owner and creator': { gas: 55_308 },
  'mint batch 50, distinct owners and payouts': { gas: 73_601, nfts: 50 },
  'mint batch 50, distinct owners': { gas: 73_601, nfts: 50 },
  'mint batch 50, one owner': { gas: 27_485, nfts: 50 },
  'sale, new buyer': { gas: 67_333 },
  'sale, buyer holds one': { gas: 50_245 },
  'sales, batch 10, new buyers': { gas: 45_850, nfts: 10 },
  'cancel one': { gas: 31_659 },
  'withdraw, relayed': { gas: 65_787 },
}

function measureOurs(): Measurement[] {
  const snapshot = readFileSync(join(ROOT, 'contracts/snapshots/collection.json'), 'utf8')
  const measured = JSON.parse(snapshot) as Record<string, string>
  return Object.entries(PROTOTYPE).map(([operation, { gas: allowed, nfts = 1 }]) => ({
    what: `gas an NFT: ${operation}`,
    measured: Number(measured[operation]) / nfts,
    unit: 'gas',
    target: { atMost: Math.floor(allowed * ALLOWANCE) },
  }))
}
