import { WEBHOOK_KINDS } from '@verso/protocol/operations/webhooks'
import type { EventConsumer } from '../../context.ts'

/** What addresses of the operators are told. */
export const eventWebhooks: EventConsumer = { name: 'webhooks', types: WEBHOOK_KINDS }
