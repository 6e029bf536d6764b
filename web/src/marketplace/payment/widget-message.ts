import { WIDGET_EVENTS, type WidgetEvent } from '@verso/protocol/money/payment-status'

/** A message of the payment page in the iframe to its parent. It changes the screen and never moves money. */
export type WidgetMessage =
  | { kind: 'status'; status: WidgetEvent }
  | { kind: 'error'; message: string }
  | { kind: 'height'; heightPx: number }
  | { kind: 'loaded' }
  | { kind: 'close' }

const isEvent = (value: unknown): value is WidgetEvent => (WIDGET_EVENTS as readonly unknown[]).includes(value)

/**
 * The providers' protocol: `{type: 'payment-status', data: {status}}`, `{type: 'error', data: {message}}`, `loaded`, `close`
 * (docs/rules.md R81), and `{type: 'height', data: {height}}` of the forms that are ours. Anything else is not for us.
 */
export function parseWidgetMessage(message: unknown): WidgetMessage | undefined {
  if (typeof message !== 'object' || message === null || !('type' in message)) return undefined
  const data = 'data' in message && typeof message.data === 'object' && message.data !== null ? message.data : message
  if (message.type === 'loaded' || message.type === 'close') return { kind: message.type }
  if (message.type === 'height') return heightOf(data)
  if (message.type === 'error') return { kind: 'error', message: 'message' in data ? String(data.message) : '' }
  if (message.type !== 'payment-status' || !('status' in data) || !isEvent(data.status)) return undefined
  return { kind: 'status', status: data.status }
}

/** More than any form needs: what a page says can stretch the modal no further. */
const MAX_HEIGHT_PX = 2_000

function heightOf(data: object): WidgetMessage | undefined {
  const heightPx = 'height' in data ? Number(data.height) : Number.NaN
  return heightPx > 0 && heightPx <= MAX_HEIGHT_PX ? { kind: 'height', heightPx } : undefined
}
