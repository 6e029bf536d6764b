import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../context.ts'

/** Of a network that is for documentation alone (RFC 5737). */
export const CLIENT_TEST_ADDRESS = '192.0.2.77'

/** By it `npm run doctor` may ask which address the product sees. */
export const doctorToken = ({ config }: Pick<Context, 'config'>): string =>
  createHmac('sha256', config.secretKeys[0] ?? '')
    .update('verso/doctor')
    .digest('base64url')

export function isDoctor(ctx: Pick<Context, 'config'>, header: string | string[] | undefined): boolean {
  if (typeof header !== 'string') return false
  const [given, token] = [Buffer.from(header), Buffer.from(doctorToken(ctx))]
  return given.length === token.length && timingSafeEqual(given, token)
}
