import { decisionLines } from './audit/decision-lines.ts'
import type { EventConsumer } from './context.ts'
import { firstWallets } from './custody/wallets/first-wallets.ts'
import { memberLines } from './notifications/member-lines.ts'
import { memberMails } from './notifications/member-mails.ts'
import { operatorLines } from './notifications/operator-lines.ts'
import { eventWebhooks } from './notifications/webhooks/event-webhooks.ts'

/** Every consumer of events; `bind-consumers.ts` says what each does. */
export const CONSUMERS: readonly EventConsumer[] = [
  memberMails,
  memberLines,
  operatorLines,
  decisionLines,
  firstWallets,
  eventWebhooks,
]
