import { describe, expect, it } from 'vitest'
import { parseWidgetMessage } from './widget-message.ts'

describe('parseWidgetMessage', () => {
  it.each(['pending', 'canceled', 'failed', 'success', 'failover'] as const)('reads the status %s', (status) => {
    expect(parseWidgetMessage({ type: 'payment-status', data: { status, payment_id: '1' } })).toEqual({
      kind: 'status',
      status,
    })
  })

  it('reads errors with their message', () => {
    expect(parseWidgetMessage({ type: 'error', data: { message: 'No network' } })).toEqual({
      kind: 'error',
      message: 'No network',
    })
  })

  it('reads the height of a form, within limits', () => {
    const heightOf = (height: unknown) => parseWidgetMessage({ type: 'height', data: { height } })
    expect(heightOf(430)).toEqual({ kind: 'height', heightPx: 430 })
    expect([heightOf(0), heightOf(90_000), heightOf('tall'), heightOf(undefined)]).toEqual(Array(4).fill(undefined))
  })

  it.each([null, 'success', 7, {}, { type: 'payment-status' }, { type: 'payment-status', data: { status: 'paid' } }])(
    'ignores %j',
    (message) => {
      expect(parseWidgetMessage(message)).toBeUndefined()
    },
  )
})
