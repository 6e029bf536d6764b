import { z } from 'zod'
import { findAddressProblem } from '../chains/addresses.ts'
import type { Chain } from '../chains.ts'

const required = z.string({ error: 'Required' }).trim().min(1, { error: 'Required', abort: true })

/** An address as a person types it. */
const addressOn = (chain: Chain) =>
  required.superRefine((address, context) => {
    const message = findAddressProblem(chain, address)
    if (message) context.addIssue({ code: 'custom', message })
  })

/** On the EVM chains, whose addresses are the same. */
export const outsideAddress = addressOn('ETH')
/** Of which chain it has to be, the NFT says. */
export const withdrawBody = z.object({ address: required.max(100, 'Invalid address') })
export const withdrawBodyOn = (chain: Chain) => z.object({ address: addressOn(chain) })
/** WAITING: not sent yet; SENT: on its way; CONFIRMED: the token is at the address; FAILED: it stays here, `error` says why. */
export const WITHDRAWAL_STATUSES = ['WAITING', 'SENT', 'CONFIRMED', 'FAILED'] as const
export const withdrawal = z.object({
  id: z.string(),
  nft: z.string(),
  address: z.string(),
  status: z.enum(WITHDRAWAL_STATUSES),
  error: z.string().nullable(),
  tx_id: z.string().nullable(),
  created_at: z.string(),
})
export type Withdrawal = z.infer<typeof withdrawal>
