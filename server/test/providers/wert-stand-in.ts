import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '../../src/clock.ts'

type Order = {
  order_id: string
  click_id: string
  currency: string
  currency_amount: number
  crypto: string
  status: string
  address: string
  created_at: string
  changed_at: string
}
export type WertStandIn = {
  url: string
  orders: Order[]
  /** `GET /api/external/orders?…` and so on, in order. */
  calls: string[]
  /** The buyer starts an order; each card tried makes another one. */
  start(paymentId: string, order?: Partial<Order>): Order
  /** The order goes on. */
  move(order: Order, status: string): void
  stop(): Promise<void>
}

/** Stands for Wert's partner API: orders are found by `click_id` or listed, newest first; nothing can be closed or paid back. */
export async function startWertStandIn(clock: Clock, receiver: string): Promise<WertStandIn> {
  const orders: Order[] = []
  const calls: string[] = []
  /** "2022-12-15 10:51:02", in UTC. */
  const now = () => clock.now().toISOString().slice(0, 19).replace('T', ' ')
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://wert.test')
    calls.push(`${request.method} ${pathname}`)
    const answer = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (pathname === '/api/external/hpp/create-session')
      return answer({ requestId: 'r', sessionId: `s-${calls.length}` })
    if (pathname !== '/api/external/orders') return answer({ error: 'not found' }, 404)
    const searched = searchParams.get('search_by')
    const offset = Number(searchParams.get('offset') ?? 0)
    const found = orders.filter((order) => !searched || order.click_id === searched).reverse()
    return answer({ success: true, data: found.slice(offset, offset + Number(searchParams.get('limit') ?? 100)) })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    orders,
    calls,
    start: (paymentId, order = {}) => {
      const times = { created_at: now(), changed_at: now() }
      const asked = { currency: 'USD', currency_amount: 25, crypto: 'pol', status: 'created', address: receiver }
      orders.push({ order_id: `o${orders.length + 1}`, click_id: paymentId, ...asked, ...times, ...order })
      return orders.at(-1) as Order
    },
    move: (order, status) => void Object.assign(order, { status, changed_at: now() }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
