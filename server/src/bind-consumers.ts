import { bindDecisionLines } from './audit/decision-lines.ts'
import type { Context } from './context.ts'
import { bindFirstWallets } from './custody/wallets/first-wallets.ts'
import type { BoundConsumer } from './events/consumer.ts'
import { bindMemberLines } from './notifications/lines/tell-members.ts'
import { bindMemberMails } from './notifications/mail-members.ts'
import { bindOperatorLines } from './notifications/operators/tell-what-waits.ts'
import { bindEventWebhooks } from './notifications/webhooks/write-deliveries.ts'

/** The consumers of `consumers.ts` with their handlers. */
export const bindConsumers = (ctx: Context): BoundConsumer[] => [
  bindMemberMails(ctx),
  bindMemberLines(),
  bindOperatorLines(),
  bindDecisionLines(ctx),
  bindFirstWallets(ctx),
  bindEventWebhooks(ctx),
]
