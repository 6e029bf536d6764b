import { type RawBuilder, sql } from 'kysely'
import { carryTrace } from '../../trace.ts'

/** PostgreSQL's channel on which bells ring. */
export const BELL_CHANNEL = 'verso_bell'

/**
 * Says that there is work, and nothing of it: that is in rows. Every worker hears it when the transaction that wrote them commits; where none
 * does, a sweep finds the rows some seconds later. `worker.ts` binds what answers it.
 */
export type Bell = {
  name: string
  /** Answers under way at a time in one worker process. */
  concurrency: number
}

/** Rings with the statement that it is a column of, when that is committed; more than once in a transaction is once. */
export const ringing = ({ name }: Bell): RawBuilder<unknown> => {
  const { traceparent } = carryTrace()
  return sql`pg_notify(${BELL_CHANNEL}, ${traceparent === undefined ? name : `${name} ${traceparent}`})`
}
