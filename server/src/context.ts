import type { EventType } from '@verso/protocol/events'
import type { RawBuilder } from 'kysely'
import type { ChainAccess } from './gateways/chain/chain-access.ts'
import type { Clock, Random } from './clock.ts'
import type { Config } from './config/config.ts'
import type { Db } from './db/client.ts'
import type { DirectConnection } from './db/direct/direct-connection.ts'
import type { Replica } from './db/replica/replica.ts'
import type { Failpoints } from './failpoints.ts'
import type { Pinner } from './gateways/ipfs/pinner.ts'
import type { Mailer } from './gateways/mail/mailer.ts'
import type { PaymentProvider } from './gateways/payments/provider.ts'
import type { SmsSender } from './gateways/sms/sms-sender.ts'
import type { Storage } from './gateways/storage/storage.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Round } from './jobs/run-sweep.ts'
import type { Logger } from './logger.ts'
import type { MediaProcess } from './gateways/media/media-process.ts'

/**
 * A consumer of events, declared apart from its handlers: recording an event needs no more than the types. The name stands
 * in rows that wait, so it never changes.
 */
export type EventConsumer<T extends EventType = EventType> = {
  name: string
  types: readonly T[]
  /** Whether an event of this type is of use to anybody when it is recorded; without it all are kept for the consumer. */
  isWanted?(type: EventType): RawBuilder<boolean>
}

/** Everything an operation needs from outside itself; built once from the config by server, worker and tests. */
export type Context = {
  config: Config
  db: Db
  direct: DirectConnection
  /** Reads for visitors may go here (`readForVisitor`). */
  replica?: Replica
  log: Logger
  clock: Clock
  random: Random
  jobs: Jobs
  /** The consumers of events, with the types that each is told of. */
  consumers: readonly EventConsumer[]
  mailer: Mailer
  smsSender: SmsSender
  storage: Storage
  media: MediaProcess
  pinner: Pinner
  payments: PaymentProvider
  chains: ChainAccess
  failpoints: Failpoints
}

/** Finds the rows that are due and does, or enqueues, what they wait for. Safe to run in several processes at once. */
export type Sweep<C extends Context = Context> = {
  name: string
  /** The pause between two rounds. */
  everyMs: number
  /** @returns 'a part' where there is more: the next round follows at once */
  run(ctx: C): Promise<Round>
  /**
   * When its next row is due, of one statement; undefined: none waits. Rounds without anything due are left out then, and what is written
   * meanwhile is found within five seconds, or at once by `wake`.
   */
  nextDue?(ctx: C): Promise<Date | undefined>
}
