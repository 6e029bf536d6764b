import type { Clock } from '../../clock.ts'
import type { Config } from '../../config/config.ts'
import type { Logger } from '../../logger.ts'
import type { PaymentProvider } from './provider.ts'
import { createSandboxProvider } from './sandbox.ts'
import { createStripeProvider } from './stripe.ts'
import { createWertProvider } from './wert.ts'

/** The provider of the setting PAYMENT_PROVIDER. */
export function createPaymentProvider(config: Config, { clock, log }: { clock: Clock; log: Logger }): PaymentProvider {
  if (config.payments.kind === 'stripe') return createStripeProvider(config.payments.stripe, clock)
  if (config.payments.kind === 'wert') return createWertProvider(config.payments.wert, log)
  return createSandboxProvider(config, clock)
}
