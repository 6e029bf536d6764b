import type { EventType } from '@verso/protocol/events'
import { WEBHOOK_KINDS } from '@verso/protocol/operations/webhooks'
import { type RawBuilder, sql } from 'kysely'
import type { EventConsumer } from '../../context.ts'

/** Of the addresses in `webhooks`: one that is switched off wants nothing. */
export const wantsKind = (type: EventType): RawBuilder<boolean> =>
  sql`webhooks.state <> 'off' and webhooks.kinds @> array[${type}]`

/** The events for addresses of the operators; most products have no address. */
export const eventWebhooks: EventConsumer = {
  name: 'webhooks',
  types: WEBHOOK_KINDS,
  isWanted: (type) => sql`exists (select from webhooks where ${wantsKind(type)})`,
}
