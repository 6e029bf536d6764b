import { describe, expect } from 'vitest'
import { decide } from '../build-listed-nft.ts'
import { inSandbox } from '../in-sandbox.ts'
import { useTestApp } from '../test-app.ts'
import type { Outside } from './payment-history.ts'
import { testPaymentHistories } from './test-payment-histories.ts'

const t = useTestApp()

/** Changes a payment as the provider or a bank does by itself, without an event. */
const atProvider = (id: string, state: 'refunded' | 'disputed') =>
  inSandbox(
    t,
    `update sandbox.payments set state = $2, updated_at = $3 where payment_id = $1 and state = 'succeeded'`,
    [id, state, t.clock.now()],
  )

async function payWrong(id: string, kind: number): Promise<void> {
  await decide(t, id, 'pending')
  const paid = [{ cents: 2_400 }, { cents: 2_600 }, { receiver: `0x${'d'.repeat(40)}` }][kind % 3]
  await inSandbox(
    t,
    `update sandbox.payments set state = 'succeeded', paid_amount_cents = $2, paid_receiver = $3, updated_at = $4
     where payment_id = $1 and state not in ('succeeded', 'refunded', 'disputed')`,
    [id, paid?.cents ?? null, paid?.receiver ?? null, t.clock.now()],
  )
}

/** An unsigned webhook, and one with another body's signature: refused, and nothing is stored. */
async function forge(id: string): Promise<void> {
  const before = await readBooks(id)
  const body = { type: 'payment.succeeded', data: { payment_id: id, status: 'succeeded' } }
  const seconds = String(Math.floor(t.clock.now().getTime() / 1000))
  const signature = `v1,${Buffer.alloc(32, 1).toString('base64')}`
  const signed = { 'webhook-id': 'evt_forged', 'webhook-timestamp': seconds, 'webhook-signature': signature }
  for (const headers of [{}, signed]) {
    const { status } = await t.call('POST', '/api/payments/webhooks/sandbox/', { body, headers })
    expect(status).toBe(400)
  }
  expect(await readBooks(id)).toEqual(before)
}

async function readBooks(id: string): Promise<object> {
  const { db } = t.ctx
  const payment = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const entries = await db
    .selectFrom('ledger_entries')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirst()
  const events = await db.selectFrom('payment_events').select('event_id').where('payment_id', '=', id).execute()
  return { payment, entries, events }
}

const sandbox: Outside = {
  // 2,000 in the torture.
  runs: { short: 15, perRound: 80 },
  useFaults: (faults) => void Object.assign(t.faults, faults),
  decide: (id, outcome) => decide(t, id, outcome),
  payWrong,
  payBack: (id) => atProvider(id, 'refunded'),
  chargeBack: (id) => atProvider(id, 'disputed'),
  postEvents: async () => void (await t.sandbox.settle()),
  forge,
}

describe('any history of a payment', () => testPaymentHistories(t, () => sandbox))
