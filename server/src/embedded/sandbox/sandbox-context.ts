import type { Clock, Random } from '../../clock.ts'
import type { Logger } from '../../logger.ts'
import type { Faults } from './faults.ts'
import type { SandboxDb } from './store.ts'

export type Webhook = { id: string; headers: Record<string, string>; body: string }
/** Brings one webhook to its endpoint and says the status it answered. */
export type Deliver = (webhook: Webhook) => Promise<number>

/** All that the sandbox uses; nothing of the marketplace's own database or code. */
export type SandboxContext = {
  db: SandboxDb
  clock: Clock
  random: Random
  log: Logger
  brand: string
  webhookSecret: string
  apiKey: string
  /** Origins that may show the payment page in a frame and hear its messages. */
  frameAncestors(): readonly string[]
  deliver: Deliver
  faults: Faults
}
