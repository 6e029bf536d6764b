import type { TotpSetup } from '@verso/protocol/auth'
import { generateURI, ScureBase32Plugin } from 'otplib'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { invalidField, notFound } from '../../http/app-error.ts'
import type { MailSite } from '../../messages/membership-mails.ts'
import type { Device } from '../../http/device.ts'
import { announceFactor } from './add-factor.ts'
import type { FactorRow } from './queries.ts'
import { sealTotpSecret } from './totp-secret.ts'
import { findTimeStep } from './try-totp.ts'

const NAME = 'Authenticator app'
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20
const base32 = new ScureBase32Plugin()

/** Creates a secret that is not accepted until a first code proves that the app has it. */
export async function beginTotp(ctx: Context, userId: string): Promise<TotpSetup> {
  const { email } = await ctx.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  const id = ctx.random.id()
  const secret = base32.encode(ctx.random.bytes(SECRET_BYTES))
  await inTransaction(ctx.db, async (tx) => {
    // An unfinished one from before is given up.
    await tx
      .deleteFrom('factors')
      .where('user_id', '=', userId)
      .where('kind', '=', 'TOTP')
      .where('confirmed_at', 'is', null)
      .execute()
    const sealed = sealTotpSecret(ctx, secret, id)
    await tx
      .insertInto('factors')
      .values({ id, user_id: userId, kind: 'TOTP', name: NAME, secret: sealed, created_at: ctx.clock.now() })
      .execute()
  })
  const { toDataURL } = await import('qrcode')
  const uri = generateURI({ issuer: ctx.config.brand, label: email, secret })
  return { id, secret, uri, qr: await toDataURL(uri, { margin: 1, width: 240 }) }
}

export async function confirmTotp(
  ctx: Context,
  input: { userId: string; factorId: string; otp: string; name: string | undefined; site: MailSite; device: Device },
): Promise<{ factor: FactorRow; recoveryCodes: string[] }> {
  return inTransaction(ctx.db, async (tx) => {
    const pending = await tx
      .selectFrom('factors')
      .selectAll()
      .where('id', '=', input.factorId)
      .where('user_id', '=', input.userId)
      .where('kind', '=', 'TOTP')
      .where('confirmed_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!pending) throw notFound('This set-up is not open any more')
    const timeStep = await findTimeStep(ctx, pending, input.otp)
    if (timeStep === undefined) throw invalidField('otp', 'Invalid OTP')
    const factor = await tx
      .updateTable('factors')
      .set({ confirmed_at: ctx.clock.now(), counter: timeStep, name: input.name || NAME })
      .where('id', '=', pending.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return { factor, recoveryCodes: await announceFactor(ctx, tx, { factor, site: input.site, device: input.device }) }
  })
}
