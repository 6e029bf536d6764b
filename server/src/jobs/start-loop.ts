import { setTimeout as sleep } from 'node:timers/promises'

export type Loop = {
  /** Ends the pause, or does without the next one. */
  wake(): void
  stop(): Promise<void>
}

/** Repeats `round`, which says how long to pause before the next one, or, with `undefined`, that it was the last. */
export function startLoop(round: () => Promise<number | undefined>): Loop {
  let isStopped = false
  let isWoken = false
  let pause = new AbortController()
  const run = async (): Promise<void> => {
    while (!isStopped) {
      isWoken = false
      const pauseMs = await round()
      if (pauseMs === undefined) return
      if (isStopped || isWoken) continue
      pause = new AbortController()
      await sleep(pauseMs, undefined, { signal: pause.signal }).catch(() => undefined)
    }
  }
  const running = run()
  const wake = (): void => {
    isWoken = true
    pause.abort()
  }
  return {
    wake,
    stop: async () => {
      isStopped = true
      wake()
      await running
    },
  }
}
