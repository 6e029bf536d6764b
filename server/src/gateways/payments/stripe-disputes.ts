import { z } from 'zod'

const dispute = z.object({ status: z.string() })
const disputeList = z.object({ data: z.array(dispute) })

type Call = (path: string, options: { accept: readonly number[] }) => Promise<{ status: number; body: unknown }>

/**
 * Whether a bank has taken the money of a charge that Stripe calls disputed, which it is for good: an inquiry takes nothing, and what a
 * dispute took is back once that is won. A key that may not read disputes leaves the word of the charge.
 */
export async function isTakenByBank(call: Call, intentId: string): Promise<boolean> {
  const { status, body } = await call(`/v1/disputes?payment_intent=${intentId}&limit=100`, { accept: [403] })
  if (status === 403) return true
  const disputes = disputeList.parse(body).data
  return disputes.length === 0 || disputes.some(takesMoney)
}

const takesMoney = ({ status }: z.output<typeof dispute>): boolean => status !== 'won' && !status.startsWith('warning_')
