import { openSecret, sealSecret } from '../../seal.ts'
import type { Context } from '../../context.ts'

const purpose = 'factors'

/** An authenticator's secret as it is stored: sealed under the server's secret and bound to its row. */
export const sealTotpSecret = ({ config, random }: Context, secret: string, factorId: string): Buffer =>
  sealSecret({ ...config, random }, secret, { purpose, recordId: factorId })

/** @returns undefined when it was sealed under a key that is no longer in SECRET_KEY */
export const openTotpSecret = ({ config }: Context, sealed: Buffer, factorId: string): string | undefined =>
  openSecret(config, sealed, { purpose, recordId: factorId })
