import { afterAll, beforeAll } from 'vitest'
import { type TestApp, useTestApp } from '../test-app.ts'
import { startWertStandIn, type WertStandIn } from './wert-stand-in.ts'

const RECEIVER = '0x1111111111111111111111111111111111111111'

export type WertApp = {
  t: TestApp
  wert: WertStandIn
  /** An unsigned webhook; `note` makes it other words. */
  hint(paymentId: string, note?: string): Promise<number>
}

/** The real app with Wert as its provider. */
export function useWertApp(): WertApp {
  const env: Record<string, string> = {
    PAYMENT_PROVIDER: 'wert',
    WERT_PARTNER_ID: 'p1',
    WERT_API_KEY: 'key-1',
    WERT_RECEIVER: RECEIVER,
  }
  const app = {} as WertApp
  beforeAll(async () => {
    app.wert = await startWertStandIn({ now: () => app.t.clock.now() }, RECEIVER)
    env.WERT_API_URL = app.wert.url
  })
  app.t = useTestApp({ env })
  afterAll(() => app.wert.stop())
  app.hint = async (paymentId, note) => {
    const payload = { type: 'order_complete', click_id: paymentId, order: { id: 'o1' }, note }
    const url = '/api/payments/webhooks/wert/'
    return (await app.t.app.inject({ method: 'POST', url, payload })).statusCode
  }
  return app
}
