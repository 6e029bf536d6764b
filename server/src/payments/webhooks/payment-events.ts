import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { ProviderEvent } from '../../gateways/payments/provider.ts'

/** By our id, else by the provider's own; undefined for a payment that is not ours. */
export async function findPaymentId(tx: Tx, provider: string, event: ProviderEvent): Promise<string | undefined> {
  const isId = z.uuid().safeParse(event.paymentId).success
  if (!isId && !event.providerRef) return undefined
  const row = await tx
    .selectFrom('payments')
    .select('id')
    .where('provider', '=', provider as 'sandbox')
    .where(isId ? 'id' : 'provider_ref', '=', isId ? event.paymentId : event.providerRef)
    .executeTakeFirst()
  return row?.id
}

/** Anybody can send one that is not signed: no more of it is kept than a provider would write. */
const UNSIGNED_MAX_LENGTH = 4_000
const textOf = (rawBody: Buffer, { isSigned }: ProviderEvent): string => {
  const text = rawBody.toString('utf8').replaceAll('\0', '')
  // Cut within a character, it would be no text to the database.
  return isSigned ? text : text.slice(0, UNSIGNED_MAX_LENGTH).toWellFormed()
}

export async function insertEvent(
  ctx: Context,
  tx: Tx,
  input: { provider: string; event: ProviderEvent; paymentId: string | undefined; rawBody: Buffer },
): Promise<boolean> {
  const { provider, event, paymentId, rawBody } = input
  const row = await tx
    .insertInto('payment_events')
    .values({
      id: ctx.random.id(),
      provider,
      event_id: event.eventId,
      payment_id: paymentId ?? null,
      type: event.type,
      // As one string: PostgreSQL's jsonb refuses some texts that are valid JSON.
      body: JSON.stringify(textOf(rawBody, event)),
      received_at: ctx.clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
