import { LIVE_CHAINS } from '@verso/protocol/chains'
import { checkCustodySweep } from './chain/check-custody.ts'
import { checkOperatorFundsSweep } from './chain/operator-funds.ts'
import { startIndexer } from './chain/indexer/start-indexer.ts'
import { sendIntentsSweep, sendIntentsTasks } from './chain/sender/send-intents.task.ts'
import type { Context } from './context.ts'
import { checkLedgerSweep } from './features/ledger/check-ledger-in-steps.ts'
import { cancelSessionTask } from './features/payments/cancel-payment.ts'
import { compareWithProviderSweep } from './features/payments/compare-with-provider.ts'
import { reconcilePaymentsSweep } from './features/payments/reconcile-payments.ts'
import { refundPaymentTask } from './features/payments/refund-payment.task.ts'
import { releaseEarningsSweep } from './features/payments/release-earnings.ts'
import { settlePaymentTask } from './features/payments/settle-payment.task.ts'
import { quarantineSweep } from './features/files/empty-quarantine.ts'
import { unusedFilesSweep } from './features/files/unused-files.ts'
import { diskSpaceSweep } from './features/operations/disk-space.ts'
import { pinSweep } from './features/files/keep-pinned.ts'
import { removedBytesSweep } from './features/files/removed-bytes.ts'
import { makeVariantsTask, variantsSweep } from './features/files/make-variants.task.ts'
import { createWalletAddressSweep, createWalletAddressTask } from './features/wallets/create-wallet-address.task.ts'
import { purgeExpired } from './features/auth/purge-expired.ts'
import { recordFailuresSweep } from './features/operations/security-events.ts'
import { deliverMessageTask } from './features/messages/deliver-message.task.ts'
import { sweepMessages } from './features/messages/sweep-messages.ts'
import { expireListingsSweep } from './features/listings/expire-listings.ts'
import type { LoopWatch } from './features/operations/heartbeat.ts'
import { deleteDoneJobsSweep } from './jobs/delete-done-jobs.ts'
import type { AnyTask } from './jobs/jobs.ts'
import type { Sweep } from './jobs/task.ts'

/** Every task a worker runs. */
export const TASKS: readonly AnyTask[] = [
  deliverMessageTask,
  makeVariantsTask,
  createWalletAddressTask,
  ...Object.values(sendIntentsTasks),
  settlePaymentTask,
  refundPaymentTask,
  cancelSessionTask,
]
/** Every schedule: what finds the rows that are due. */
export const SWEEPS: readonly Sweep[] = [
  sweepMessages,
  purgeExpired,
  recordFailuresSweep,
  variantsSweep,
  quarantineSweep,
  removedBytesSweep,
  unusedFilesSweep,
  diskSpaceSweep,
  pinSweep,
  expireListingsSweep,
  createWalletAddressSweep,
  sendIntentsSweep,
  checkCustodySweep,
  checkOperatorFundsSweep,
  reconcilePaymentsSweep,
  compareWithProviderSweep,
  releaseEarningsSweep,
  checkLedgerSweep,
  deleteDoneJobsSweep,
]

/** Runs tasks, sweeps and the indexers until `stop`; `stop` lets what has begun end. */
export async function startWorker(ctx: Context, heartbeat: LoopWatch): Promise<{ stop(): Promise<void> }> {
  await ctx.jobs.work(ctx, TASKS)
  const loops = [
    ...SWEEPS.map((sweep) => startSweep(ctx, sweep, heartbeat)),
    ...LIVE_CHAINS.map((chain) => startIndexer(ctx, chain, heartbeat)),
  ]
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

function startSweep(ctx: Context, sweep: Sweep, heartbeat: LoopWatch): { stop(): Promise<void> } {
  heartbeat.expects(sweep.name, sweep.everyMs)
  let isStopped = false
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout
  const tick = () => {
    running = sweep
      .run(ctx)
      .then(() => heartbeat.succeeded(sweep.name))
      .catch((error: Error) =>
        ctx.log.warn({ sweep: sweep.name, error: error.message }, 'a sweep failed and is tried again'),
      )
      .then(() => {
        if (!isStopped) timer = setTimeout(tick, sweep.everyMs)
      })
  }
  timer = setTimeout(tick, 0)
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
