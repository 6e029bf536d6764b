import { WEBHOOK_KINDS } from '@verso/protocol/operations/webhooks'
import { sql } from 'kysely'
import type { EventConsumer } from '../../context.ts'

/** What addresses of the operators are told; most products have none. */
export const eventWebhooks: EventConsumer = {
  name: 'webhooks',
  types: WEBHOOK_KINDS,
  isWanted: (type) => sql`exists (select from webhooks where state <> 'off' and kinds @> array[${type}])`,
}
