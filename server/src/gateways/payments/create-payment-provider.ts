import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { PaymentProvider } from './provider.ts'
import { createSandboxProvider } from './sandbox.ts'
import { createStripeProvider } from './stripe.ts'
import { createWertProvider } from './wert.ts'

/** The provider of the setting PAYMENTS. */
export function createPaymentProvider(config: Config, clock: Clock): PaymentProvider {
  if (config.payments.kind === 'stripe') return createStripeProvider(config.payments.stripe, clock)
  if (config.payments.kind === 'wert') return createWertProvider(config.payments.wert)
  return createSandboxProvider(config, clock)
}
