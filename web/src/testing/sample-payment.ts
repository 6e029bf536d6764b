import type { Payment } from '@verso/protocol/money/payments'

/** A purchase that is not paid yet. */
export const samplePayment = (fields: Partial<Payment> = {}): Payment => ({
  id: 'p1',
  kind: 'PURCHASE',
  amount: 12.5,
  network_fee: 0,
  status: 'CREATED',
  nft: { id: '1', name: 'Tide', chain: 'POLYGON', thumbnail_url: 'https://media.test/thumbnail.png' },
  created_at: '2026-03-01T10:00:00.000Z',
  expires_at: null,
  steps: [],
  receipt_url: null,
  note: null,
  ...fields,
})
