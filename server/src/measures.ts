import { channel } from 'node:diagnostics_channel'
import type pg from 'pg'

/** A measurement, told where it is taken; without a listener (METRICS_PORT unset) it costs one look. */
export type Measure<T> = {
  isHeard(): boolean
  tell(event: T): void
  /** @returns a function that ends the listening */
  listen(listener: (event: T) => void): () => void
}

function measure<T>(name: string): Measure<T> {
  const told = channel(`verso:${name}`)
  return {
    isHeard: () => told.hasSubscribers,
    tell: (event) => told.publish(event),
    listen: (listener) => {
      const heard = (event: unknown) => listener(event as T)
      told.subscribe(heard)
      return () => void told.unsubscribe(heard)
    },
  }
}

export const requestMeasure = measure<{ port: string; method: string; route: string; status: number; ms: number }>(
  'request',
)
/** The text has `$1` and the like for its values. */
export const statementMeasure = measure<{ text: string; ms: number; hasFailed: boolean }>('statement')
export const poolMeasure = measure<pg.Pool>('pool')
export const jobMeasure = measure<{ name: string; ms: number; hasFailed: boolean }>('job')
export const rpcMeasure = measure<{ method: string; ms: number; hasFailed: boolean }>('rpc')

/** Tells how long `work` took, and whether it failed. */
export async function timed<T, E extends { ms: number; hasFailed: boolean }>(
  told: Measure<E>,
  what: Omit<E, 'ms' | 'hasFailed'>,
  work: () => Promise<T>,
): Promise<T> {
  if (!told.isHeard()) return work()
  const startedMs = performance.now()
  const tell = (hasFailed: boolean) => told.tell({ ...what, ms: performance.now() - startedMs, hasFailed } as E)
  try {
    const result = await work()
    tell(false)
    return result
  } catch (error) {
    tell(true)
    throw error
  }
}
