import { WIDGET_EVENTS, type WidgetEvent } from '@verso/protocol/money/payment-status'

/** What the payment page in the iframe tells its parent. It changes what is on the screen and never moves money. */
export type WidgetMessage =
  | { kind: 'status'; status: WidgetEvent }
  | { kind: 'error'; message: string }
  | { kind: 'loaded' }
  | { kind: 'close' }

const isEvent = (value: unknown): value is WidgetEvent => (WIDGET_EVENTS as readonly unknown[]).includes(value)

/**
 * The providers' protocol: `{type: 'payment-status', data: {status}}`, `{type: 'error', data: {message}}`, `loaded`, `close`
 * (docs/rules.md R81). Anything else is not for us.
 */
export function parseWidgetMessage(message: unknown): WidgetMessage | undefined {
  if (typeof message !== 'object' || message === null || !('type' in message)) return undefined
  const data = 'data' in message && typeof message.data === 'object' && message.data !== null ? message.data : message
  if (message.type === 'loaded' || message.type === 'close') return { kind: message.type }
  if (message.type === 'error') return { kind: 'error', message: 'message' in data ? String(data.message) : '' }
  if (message.type !== 'payment-status' || !('status' in data) || !isEvent(data.status)) return undefined
  return { kind: 'status', status: data.status }
}
