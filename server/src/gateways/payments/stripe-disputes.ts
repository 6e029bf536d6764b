import { z } from 'zod'
import type { Dispute } from './provider.ts'

const dispute = z.object({ status: z.string(), amount: z.number().int(), currency: z.string(), created: z.number() })
const disputeList = z.object({ data: z.array(dispute) })

type Call = (path: string, options: { accept: readonly number[] }) => Promise<{ status: number; body: unknown }>
/** Without disputes it is all that was paid. */
export type TakenByBank = { disputes?: Dispute[] }

/**
 * The disputes by which banks have taken money of a charge. Stripe calls it disputed for good: an inquiry takes nothing, and what a dispute took
 * is back once that is won. A key that may not read disputes leaves the word of the charge.
 */
export async function findTakenByBank(
  call: Call,
  { id, currency }: { id: string; currency: string },
): Promise<TakenByBank | undefined> {
  const { status, body } = await call(`/v1/disputes?payment_intent=${id}&limit=100`, { accept: [403] })
  if (status === 403) return {}
  const disputes = disputeList.parse(body).data
  if (disputes.length === 0) return {}
  const taking = disputes.filter(takesMoney)
  if (taking.length === 0) return undefined
  if (taking.some((one) => one.currency !== currency)) return {}
  return { disputes: taking.map(toDispute) }
}

const toDispute = ({ amount, created, status }: z.output<typeof dispute>): Dispute => ({
  cents: amount,
  createdAt: new Date(created * 1000),
  isLost: status === 'lost',
})

const takesMoney = ({ status }: z.output<typeof dispute>): boolean => status !== 'won' && !status.startsWith('warning_')
