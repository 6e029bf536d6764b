import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { HeartbeatsTable } from '../db/types.gen.ts'

export type ProcessRow = Selectable<HeartbeatsTable>

const loopStates = z.record(z.string(), z.object({ everyMs: z.number(), at: z.coerce.date().nullable() }))

export const isWorker = ({ role }: ProcessRow): boolean => role === 'all' || role === 'worker'

/** When each loop last succeeded, or was started: of several workers that run a loop, one that succeeds is enough. */
export function newestLoops(workers: ProcessRow[]): Map<string, { everyMs: number; at: Date }> {
  const loops = new Map<string, { everyMs: number; at: Date }>()
  for (const row of workers) {
    for (const [name, { everyMs, at }] of Object.entries(loopStates.parse(row.loops))) {
      const since = at ?? row.started_at
      const known = loops.get(name)
      if (!known || known.at < since) loops.set(name, { everyMs, at: since })
    }
  }
  return loops
}
