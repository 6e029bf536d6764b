import { setTimeout as sleep } from 'node:timers/promises'

/** The middle of what Lighthouse calls a high-end desktop (its guide to throttling): its "CPU ×4" is meant for one. */
const DESKTOP_INDEX = 1_750
const PHONE_INDEX = DESKTOP_INDEX / 4
/** A processor so busy that it would need less changes too fast for its index to say anything: the page would seem faster than it is. */
const LEAST_SLOWDOWN = 2

/**
 * To be run in a page: how fast the processor is, by Lighthouse's definition of its BenchmarkIndex. In a page in which it ran
 * before; the engine makes fast code of what it has run for a while.
 */
export const MEASURE_INDEX = `(${measureIndex})()`

/**
 * How much a processor of that index is to be slowed down to be the phone's. A fixed ×4 would be another phone on each
 * machine, and by the second where others share its cores (Lighthouse's guide to throttling, "Calibrating the CPU slowdown").
 */
export const slowdownOf = (index: number): number => Math.max(LEAST_SLOWDOWN, index / PHONE_INDEX)

/** A processor that has less than this of the highest index seen so far is disturbed by others; it is waited for, though not for ever. */
const UNDISTURBED = 0.85
const WAITS = 5
const WAIT_MS = 1_000
let highestIndex = 0

/** The index when nobody disturbs the processor, or what it is when somebody does not stop. */
export async function untilUndisturbed(measureIndex: () => Promise<number>): Promise<number> {
  for (let waits = 0; ; waits++) {
    const index = await measureIndex()
    highestIndex = Math.max(highestIndex, index)
    if (index >= UNDISTURBED * highestIndex || waits === WAITS) return index
    await sleep(WAIT_MS)
  }
}

/** How many strings of 10,000 letters are put together in a tenth of a second, and how many lists of 100,000 numbers copied: the mean of both. */
function measureIndex(): number {
  const measuredMs = 200
  const perSecond = (work: () => void) => {
    const startedAt = performance.now()
    let turns = 0
    do {
      // The clock costs too: it is looked at after every tenth turn only.
      for (let turn = 0; turn < 10; turn++) work()
      turns += 10
    } while (performance.now() < startedAt + measuredMs)
    return (turns * 1_000) / (performance.now() - startedAt)
  }
  const spell = () => {
    let text = ''
    for (let letter = 0; letter < 10_000; letter++) text += 'a'
    if (text.length === 1) throw new Error('Without a use the engine would leave the work out.')
  }
  const from = Array.from({ length: 100_000 }, (_, index) => index)
  const to = [...from]
  const copy = () => {
    for (let index = 0; index < from.length; index++) to[index] = from[index] as number
  }
  return (perSecond(spell) + perSecond(copy)) / 2 / 10
}
