import { z } from 'zod'

/** `GET /api/admin/health/`: what the product depends on, and the checks that run all the time. */
export const healthItem = z.object({
  name: z.enum([
    'database',
    'storage',
    'disk',
    'mail',
    'sms',
    'payments',
    'ipfs',
    'workers',
    'signer',
    'sender',
    'chain',
    'funds',
    'custody',
    'ledger',
  ]),
  chain: z.string().nullable(),
  /** `unknown`: it has not been looked at yet, or not at all of it. */
  status: z.enum(['ok', 'failed', 'unknown']),
  detail: z.string().nullable(),
})

export type HealthItem = z.infer<typeof healthItem>
