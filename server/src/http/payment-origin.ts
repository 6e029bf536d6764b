import type { Context } from '../context.ts'
import { ownOrigin } from '../config/hosts.ts'
import type { Urls } from './urls.ts'

/** The origin of the embedded payment page: the provider's own, or ours on PAY_PORT. */
export const paymentOrigin = (ctx: Context, urls: Urls): string => ctx.payments.origin || urls.pay

/** The origins that may frame the payment page on PAY_PORT. */
export function paymentFrameAncestors({ config: { urls, ports, host } }: Context): string[] {
  const own = ['localhost', '127.0.0.1', host].map((name) => ownOrigin(name, ports.public))
  return [...new Set(urls.public ? [urls.public, ...own] : own)]
}
