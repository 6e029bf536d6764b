import type { Chain } from '@verso/protocol/chains'
import { z } from 'zod'
import { defineJob, type Job } from '../../jobs/define-job.ts'

type Wake = Record<string, never>

const wakeJob = (chain: Chain): Job<Wake> =>
  defineJob({ name: `chain/${chain}`, payload: z.object({}) as z.ZodType<Wake>, concurrency: 1, isBell: true })

/** Wakes a chain's sender, which sends the waiting rows. */
export const sendIntentsJobs: Record<Chain, Job<Wake>> = {
  POLYGON: wakeJob('POLYGON'),
  ETH: wakeJob('ETH'),
  SOL: wakeJob('SOL'),
}

/** What was sent wakes the sweep of this name, which looks after it, and the indexers, which read what came of it. */
export const SENDER_SWEEP = 'send-intents'
