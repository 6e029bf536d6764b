import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { api } from './api.ts'
import { cost } from './reads/cost.ts'
import { removeDemoProduct } from './demo-product.ts'
import { gas } from './chain/gas.ts'
import { solana } from './chain/solana.ts'
import { ledger } from './ledger.ts'
import { isReached, type Measurement } from './measurement.ts'
import { live } from './live/live.ts'
import { million } from './million/million.ts'
import { mintPipeline } from './mint-pipeline.ts'
import { sale } from './sale.ts'
import { soak } from './soak/soak.ts'
import { start } from './start.ts'
import { upload } from './upload.ts'
import { web } from './web.ts'

const BENCHMARKS = [start, sale, mintPipeline, api, cost, ledger, gas, solana, upload, live, web, soak]
/** Run when they are named: they take many minutes. */
const NAMED_ONLY = [million]
const ALL = [...BENCHMARKS, ...NAMED_ONLY]
const RESULTS = join(import.meta.dirname, 'results')

/** `npm run bench [-- name …]`: measures, prints one table and keeps each result in `bench/results/<name>.json`. */
async function main(names: string[]): Promise<void> {
  const unknown = names.filter((name) => !ALL.some((benchmark) => benchmark.name === name))
  if (unknown.length > 0) {
    const known = ALL.map((benchmark) => benchmark.name).join(', ')
    throw new Error(`There is no benchmark "${unknown.join('", "')}". The benchmarks are: ${known}.`)
  }
  const all: Measurement[] = []
  try {
    for (const benchmark of names.length === 0 ? BENCHMARKS : ALL.filter(({ name }) => names.includes(name))) {
      console.log(`  ${benchmark.name} …`)
      const measurements = await benchmark.run()
      all.push(...measurements)
      keep(benchmark.name, measurements)
    }
  } finally {
    await removeDemoProduct()
  }
  print(all)
  if (!all.every(isReached)) process.exitCode = 1
}

function keep(name: string, measurements: Measurement[]): void {
  const machine = {
    cpu: cpus()[0]?.model,
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    /** Above the number of cores, others were at work too and times are too long. */
    load: Number(loadavg()[0]?.toFixed(1)),
    node: process.version,
  }
  mkdirSync(RESULTS, { recursive: true })
  const rounded = measurements.map(({ median, ...each }) => ({
    ...each,
    measured: toPrecision(each.measured),
    ...(median !== undefined && { median: toPrecision(median) }),
  }))
  const result = { measuredAt: new Date().toISOString(), machine, measurements: rounded }
  writeFileSync(join(RESULTS, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`)
}

const toPrecision = (value: number): number => Number(value.toPrecision(4))

function print(measurements: Measurement[]): void {
  const rows = measurements.map((measurement) => [
    measurement.what,
    targetOf(measurement),
    `${shown(measurement.measured)} ${measurement.unit}`,
    measurement.median === undefined ? '' : shown(measurement.median),
    measurement.target ? (isReached(measurement) ? 'ok' : 'miss') : '',
  ])
  const header = ['', 'target', 'measured', 'median', '']
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('   ')}`.trimEnd()
  console.log(`\n${[header, ...rows].map(line).join('\n')}\n`)
}

function targetOf({ target }: Measurement): string {
  if (!target) return ''
  return 'atMost' in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`
}

const shown = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(2))

main(process.argv.slice(2)).catch(async (error: unknown) => {
  await removeDemoProduct().catch(() => undefined)
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
