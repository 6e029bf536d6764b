import { z } from 'zod'
import { isChecksumRight } from '../chains/address-checksum.ts'

/** Zero, and the lowest addresses, which are the chain's own programs (precompiles). */
const NOBODYS_ADDRESS = /^0x0{37}/
/** An address on a chain as a person types it; a typing error shows in its checksum (EIP-55). */
export const outsideAddress = z
  .string({ error: 'Required' })
  .trim()
  .min(1, { error: 'Required', abort: true })
  .regex(/^0x[0-9a-fA-F]{40}$/, { error: 'Invalid address', abort: true })
  .refine((address) => !NOBODYS_ADDRESS.test(address), 'Nobody has this address: what is sent there is lost')
  .refine(isChecksumRight, 'The checksum of this address is wrong: please check it for typing errors')
export const withdrawBody = z.object({ address: outsideAddress })

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
