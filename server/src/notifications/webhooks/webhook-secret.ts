import type { Context } from '../../context.ts'
import { openSecret, sealSecret } from '../../seal.ts'

const purpose = 'webhooks'
const SECRET_BYTES = 32

/** As Standard Webhooks writes them. */
export const newWebhookSecret = (ctx: Context): string => `whsec_${ctx.random.bytes(SECRET_BYTES).toString('base64')}`

/** As it is stored: sealed under the server's secret and bound to its row. */
export const sealWebhookSecret = ({ config, random }: Context, secret: string, webhookId: string): Buffer =>
  sealSecret({ ...config, random }, secret, { purpose, recordId: webhookId })

/** @returns undefined when it was sealed under a key that is no longer in SECRET_KEY */
export const openWebhookSecret = ({ config }: Context, sealed: Buffer, webhookId: string): string | undefined =>
  openSecret(config, sealed, { purpose, recordId: webhookId })
