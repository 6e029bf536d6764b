import type { Context } from '../../context.ts'

/** A provider without refunds leaves a person to pay back by hand. */
export const NO_REFUNDS = 'The provider makes no refunds: pay the buyer back by hand, then settle this case.'

/** Money goes back where it came from: after a change of the provider, what the former one took is paid back by hand. */
export const canRefund = (ctx: Context, { provider }: { provider: string }): boolean =>
  ctx.payments.canRefund && provider === ctx.payments.name

/** The former provider may have made the requested refund since: another one would refund twice. */
export const askedAt = (provider: string): string =>
  `A refund was asked for at ${provider}: look there first. If it was not made, pay the buyer back by hand; then settle this case.`
