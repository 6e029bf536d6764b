import { z } from 'zod'
import { defineJob } from '../../jobs/define-job.ts'

/** Gives a wallet its address. */
export const createWalletAddressJob = defineJob({
  name: 'create-wallet-address',
  payload: z.object({ walletId: z.uuid() }),
})
