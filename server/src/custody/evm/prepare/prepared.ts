import type { Hex } from 'viem'
import type { Intent, Judged } from '../../intents/intent.ts'

/** The outcome of preparing a group of intents: one call, and the intents that are not in it. */
export type Prepared = {
  call?: { data: Hex; gas: bigint; intents: Intent[] }
  /** Not possible now: tried again later. */
  deferred: Judged[]
  /** Never possible: the waiting member is told. */
  impossible: Judged[]
  /** On chain already, without a call of its own. */
  done?: Intent[]
}

export const nothingPrepared = (): Prepared => ({ deferred: [], impossible: [] })
