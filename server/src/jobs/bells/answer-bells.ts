import type { DirectConnection } from '../../db/direct/direct-connection.ts'
import { messageOf } from '../../errors/without-url-secrets.ts'
import type { Logger } from '../../logger.ts'
import { jobMeasure, timed } from '../../measures.ts'
import { traceWork } from '../../trace.ts'
import { BELL_CHANNEL, type Bell } from './bell.ts'

/** A bell and what a worker does when it rings: all that it finds. */
export type BellHandler = { bell: Bell; answer(): Promise<void> }

/** Answers bells until `stop`, which lets what has begun end. */
export function answerBells(
  { direct, log }: { direct: DirectConnection; log: Logger },
  handlers: readonly BellHandler[],
): { stop(): Promise<void> } {
  const ringers = new Map(handlers.map((handler) => [handler.bell.name, startRinger(log, handler)]))
  const stopListening = direct.listen(BELL_CHANNEL, (payload) => {
    const [name, traceparent] = payload?.split(' ') ?? []
    // Without a name: the connection was away, and so may have been the sound of any.
    if (name === undefined) for (const { ring } of ringers.values()) ring()
    else ringers.get(name)?.ring(traceparent)
  })
  return {
    stop: async () => {
      stopListening()
      await Promise.all([...ringers.values()].map(({ stop }) => stop()))
    },
  }
}

/** One that rings while as many answers are under way as may be is answered once more by the first that ends. */
function startRinger(log: Logger, handler: BellHandler) {
  const answers = new Set<Promise<void>>()
  let running = 0
  let isRung = false
  let isStopped = false
  const run = async (traceparent?: string): Promise<void> => {
    running += 1
    do {
      isRung = false
      await answerOnce(log, handler, traceparent)
    } while (isRung && !isStopped)
    running -= 1
  }
  return {
    ring: (traceparent?: string): void => {
      isRung = true
      if (isStopped || running === handler.bell.concurrency) return
      const answer = run(traceparent).finally(() => answers.delete(answer))
      answers.add(answer)
    },
    stop: async (): Promise<void> => {
      isStopped = true
      await Promise.all(answers)
    },
  }
}

/** Failed work stays in its rows, which the next sweep finds again. */
async function answerOnce(log: Logger, { bell: { name }, answer }: BellHandler, traceparent?: string): Promise<void> {
  try {
    const attributes = { 'messaging.system': 'postgresql', 'messaging.destination.name': name }
    await traceWork({ kind: 'consumer', name: `job ${name}`, parent: traceparent, attributes }, () =>
      timed(jobMeasure, { name }, answer),
    )
  } catch (error) {
    log.warn({ task: name, error: messageOf(error) }, 'a bell was answered in part; a sweep finds the rest')
  }
}
