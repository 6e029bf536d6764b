import type { Context } from '../../context.ts'
import { networkOf } from '../../http/network-of.ts'
import { takePoint } from './throttle.ts'

const HOUR_MS = 3_600_000

/** How often one network may make us mail one address: the same for known and unknown ones, and no stranger's lock. */
export const limitMails = (ctx: Context, input: { email: string; address: string }): Promise<void> =>
  takePoint(ctx, ctx.db, {
    name: 'mail',
    subject: `${input.email} ${networkOf(input.address)}`,
    limit: ctx.config.limits.mailsPerAddressPerHour,
    windowMs: HOUR_MS,
  })
