import { type Measurement, median } from '../measurement.ts'

/** How often ours and its reference are measured, one after the other: what else the machine does meets both. */
const ROUNDS = 5

export type Comparison = { ours: number[]; reference: number[]; ratios: number[] }

/** Both give how much they have done a second. */
export async function compare(ours: () => Promise<number>, reference: () => Promise<number>): Promise<Comparison> {
  const result: Comparison = { ours: [], reference: [], ratios: [] }
  for (let round = 0; round < ROUNDS; round++) {
    const [own, other] = [await ours(), await reference()]
    result.ours.push(own)
    result.reference.push(other)
    result.ratios.push(own / other)
  }
  return result
}

/** The ratio counts; what each of the two reached stands beside it. */
export function asMeasurements(
  { ours, reference, ratios }: Comparison,
  { what, unit, atLeast }: { what: string; unit: string; atLeast: number },
): Measurement[] {
  const best = (name: string, runs: number[], of: string) => ({
    what: name,
    measured: Math.max(...runs),
    median: median(runs),
    unit: of,
  })
  return [
    { ...best(`${what} ÷ reference`, ratios, ''), target: { atLeast } },
    best(what, ours, unit),
    best(`${what}, reference`, reference, unit),
  ]
}
