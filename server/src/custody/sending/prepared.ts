import type { Intent, Judged } from '../intents/intent.ts'
import type { StoredTransaction } from './store-transaction.ts'

/** One transaction for these intents. */
export type Call = {
  /** Signs it and stores its bytes; undefined when another worker was first, or something has changed meanwhile. */
  sign(): Promise<StoredTransaction | undefined>
}

/** The outcome of preparing a group of intents: one call, and the intents that are not in it. */
export type Prepared<C = Call> = {
  call?: C
  /** Not possible now: tried again later. */
  deferred: Judged[]
  /** Never possible: the waiting member is told. */
  impossible: Judged[]
  /** On chain already, without a call of its own. */
  done?: Intent[]
}

export const nothingPrepared = (): Pick<Prepared, 'deferred' | 'impossible'> => ({ deferred: [], impossible: [] })
