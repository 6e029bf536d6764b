import { setTimeout as sleep } from 'node:timers/promises'

const STEP_MS = 50
const WAIT_MAX_MS = 300_000

/** Waits until the row of this id is as wanted. */
export type Until<State> = (what: string, id: string, isAsWanted: (state: State) => boolean) => Promise<State>

/** Waits for work that jobs do, as they do for everybody; all who wait at a time ask the database once. */
export function createWatch<State>(read: () => Promise<Map<string, State>>): Until<State> {
  let next: Promise<Map<string, State>> | undefined
  const readNext = async () => {
    await sleep(STEP_MS)
    next = undefined
    return read()
  }
  return async (what, id, isAsWanted) => {
    const endsAt = performance.now() + WAIT_MAX_MS
    while (performance.now() < endsAt) {
      next ??= readNext()
      const state = (await next).get(id)
      if (state !== undefined && isAsWanted(state)) return state
    }
    throw new Error(`demo content: ${what} did not happen within ${WAIT_MAX_MS / 1000} s`)
  }
}
