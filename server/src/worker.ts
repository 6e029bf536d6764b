import { cancelSession } from './payments/checkout/cancel-payment.ts'
import { chainsOf } from './gateways/chain/chain-access.ts'
import { checkCustodySweep } from './custody/chains/check-custody.ts'
import { checkLedgerSweep } from './ledger/check-ledger-in-steps.ts'
import { compareWithProviderSweep } from './payments/settlement/compare-with-provider.ts'
import { createWalletAddress, createWalletAddressSweep } from './custody/wallets/create-wallet-address.ts'
import { deliverMessages } from './messages/deliver-message.ts'
import { bindConsumers } from './bind-consumers.ts'
import { deliverDue } from './events/deliver-events.ts'
import { deliverEventsBell } from './events/bell.ts'
import { keepEventPartitionsSweep } from './events/keep-partitions.ts'
import { finishRestoreSweep } from './backup/finish-restore.ts'
import { expireListingsSweep } from './catalogue/listings/expire-listings.ts'
import type { LoopWatch } from './jobs/heartbeat.ts'
import { cancelSessionJob } from './payments/checkout/jobs.ts'
import { createWalletAddressJob } from './custody/wallets/jobs.ts'
import { deliverMessagesBell } from './messages/bell.ts'
import { makeVariantsJob } from './media/variants/jobs.ts'
import { refundPaymentJob } from './payments/refunds/jobs.ts'
import { indexerLoop, sendIntentsBells } from './custody/intents/bells.ts'
import { settlePaymentJob } from './payments/settlement/jobs.ts'
import { pinSweep } from './media/pinning/keep-pinned.ts'
import { makeVariants } from './media/variants/make-variants.ts'
import { checkOperatorFundsSweep } from './custody/chains/operator-funds.ts'
import type { CustodyContext } from './custody/outcomes.ts'
import { purgeExpired } from './identity/sessions/purge-expired.ts'
import { reconcilePaymentsSweep } from './payments/settlement/reconcile-payments.ts'
import { refundIfDue } from './payments/refunds/refund-payment.ts'
import { releaseEarningsSweep } from './payments/earnings/earnings-holds.ts'
import { collectFilesSweep } from './media/files/collect-files.ts'
import { sendIntents, sendIntentsSweep } from './custody/chains/run-sender.ts'
import { recordFailuresSweep } from './audit/security-events.ts'
import { settlePayment } from './payments/settlement/settle-payment.ts'
import { expectIndexer, startIndexer } from './custody/chains/start-indexer.ts'
import { mailLinesSweep } from './notifications/lines/mail-lines.ts'
import { deliverWebhooks, deliverWebhooksSweep } from './notifications/webhooks/deliver-webhooks.ts'
import { deliverWebhooksJob } from './notifications/webhooks/jobs.ts'
import { sweepMessages } from './messages/sweep-messages.ts'
import { variantsSweep } from './media/variants/sweep-variants.ts'
import { unusedFilesSweep } from './media/uploads/unused-files.ts'
import { deleteDoneJobs } from './jobs/delete-done-jobs.ts'
import { answerBells, type BellHandler } from './jobs/bells/answer-bells.ts'
import type { Job } from './jobs/define-job.ts'
import { handlerOf, type JobHandler } from './jobs/jobs.ts'
import { lead } from './jobs/lead.ts'
import { runSweep } from './jobs/run-sweep.ts'
import { WAKE_CHANNEL } from './jobs/bells/wake.ts'
import { wakeJobs } from './jobs/wake-jobs.ts'
import type { Sweep } from './context.ts'

/** Every job with its handler. */
export const bindHandlers = (ctx: CustodyContext): JobHandler[] => [
  handlerOf(deliverWebhooksJob, async ({ webhookId }) => void (await deliverWebhooks(ctx, webhookId))),
  handlerOf(makeVariantsJob, () => makeVariants(ctx)),
  handlerOf(createWalletAddressJob, ({ walletId }) => createWalletAddress(ctx, walletId)),
  handlerOf(settlePaymentJob, ({ paymentId }) => settlePayment(ctx, paymentId)),
  handlerOf(refundPaymentJob, ({ refundId }) => refundIfDue(ctx, refundId)),
  handlerOf(cancelSessionJob, ({ paymentId }) => cancelSession(ctx, paymentId)),
]
/** Every bell with what answers it. */
export const bindBells = (ctx: CustodyContext): BellHandler[] => [
  { bell: deliverEventsBell, answer: async () => void (await deliverDue(ctx, bindConsumers(ctx))) },
  { bell: deliverMessagesBell, answer: () => deliverMessages(ctx) },
  ...chainsOf(ctx).map((chain) => ({ bell: sendIntentsBells[chain], answer: () => sendIntents(ctx, chain) })),
]
/** Every job, as the queue is set up. */
export const JOBS: readonly Job<unknown>[] = [
  deliverWebhooksJob,
  makeVariantsJob,
  createWalletAddressJob,
  settlePaymentJob,
  refundPaymentJob,
  cancelSessionJob,
]
/** Finds the events whose bell no worker heard, or that are due again. */
const deliverEventsSweep: Sweep<CustodyContext> = {
  name: 'deliver-events',
  everyMs: 5_000,
  run: (ctx) => deliverDue(ctx, bindConsumers(ctx)),
}

/** Every schedule: what finds the rows that are due. */
export const SWEEPS: readonly Sweep<CustodyContext>[] = [
  deliverEventsSweep,
  keepEventPartitionsSweep,
  sweepMessages,
  mailLinesSweep,
  deliverWebhooksSweep,
  purgeExpired,
  recordFailuresSweep,
  variantsSweep,
  collectFilesSweep,
  unusedFilesSweep,
  pinSweep,
  expireListingsSweep,
  createWalletAddressSweep,
  sendIntentsSweep,
  checkCustodySweep,
  checkOperatorFundsSweep,
  reconcilePaymentsSweep,
  compareWithProviderSweep,
  finishRestoreSweep,
  releaseEarningsSweep,
  checkLedgerSweep,
  { name: 'wake-jobs', everyMs: 2_000, run: ({ db }) => wakeJobs(db) },
  { name: 'supervise-jobs', everyMs: 60_000, run: ({ jobs }) => jobs.supervise() },
  { name: 'delete-done-jobs', everyMs: 5 * 60_000, run: ({ db, clock }) => deleteDoneJobs(db, clock, JOBS) },
]

/**
 * Runs tasks until `stop`, and in one worker of all the sweeps and the indexers; `stop` lets what has begun end. Every worker has each loop
 * missed, so that one which no process runs is told.
 */
export async function startWorker(ctx: CustodyContext, heartbeat: LoopWatch): Promise<{ stop(): Promise<void> }> {
  for (const { name, everyMs } of SWEEPS) heartbeat.expects(name, everyMs)
  for (const chain of chainsOf(ctx)) expectIndexer(ctx, chain, heartbeat)
  await ctx.jobs.work(ctx, bindHandlers(ctx))
  const running = [answerBells(ctx, bindBells(ctx)), lead(ctx, () => startLoops(ctx, heartbeat))]
  return { stop: async () => void (await Promise.all(running.map(({ stop }) => stop()))) }
}

/** Every sweep and indexer, by the name that wakes it. */
function startLoops(ctx: CustodyContext, heartbeat: LoopWatch): { stop(): Promise<void> } {
  const sweeps = SWEEPS.map((sweep) => ({ name: sweep.name, loop: runSweep(ctx, sweep, heartbeat) }))
  const indexers = chainsOf(ctx).map((chain) => ({
    name: indexerLoop(chain),
    loop: startIndexer(ctx, chain, heartbeat),
  }))
  const loops = [...sweeps, ...indexers]
  const stopListening = ctx.direct.listen(WAKE_CHANNEL, (woken) => {
    for (const { name, loop } of loops) if (woken === name) loop.wake()
  })
  return {
    stop: async () => {
      stopListening()
      await Promise.all(loops.map(({ loop }) => loop.stop()))
    },
  }
}
