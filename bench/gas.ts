import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Benchmark } from './measurement.ts'

const ROOT = join(import.meta.dirname, '..')
type Row = { operation: string; verso: number; openzeppelin: number; erc721a: number; solady: number; seaport?: number }

/** Gas of each operation against the best of the well-known implementations: below 1 is cheaper. */
export const gas: Benchmark = {
  name: 'gas',
  run: async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, 'contracts/bench/gas.mjs')], {
      cwd: join(ROOT, 'contracts'),
    })
    console.log(stdout)
    const rows: Row[] = JSON.parse(readFileSync(join(import.meta.dirname, 'results/contract-gas.json'), 'utf8'))
    return rows.map(({ operation, verso, ...rivals }) => ({
      what: `gas: ${operation}`,
      measured: verso / Math.min(...Object.values(rivals)),
      unit: 'of the best other',
      target: { atMost: 1 },
    }))
  },
}
