import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { invalidForm } from '../../http/app-error.ts'
import type { MailSite } from '../../messages/membership-mails.ts'
import type { Device } from '../../http/device.ts'
import type { Viewer } from '../../http/viewer.ts'
import { announceFactor } from './add-factor.ts'
import { saveChallenge, takeChallenge } from './passkey-challenge.ts'
import { loadPasskeys, PASSKEY_ALGORITHMS, type PasskeySite } from './passkey-site.ts'
import { type FactorRow, listFactors } from './queries.ts'

export async function beginPasskey(ctx: Context, { viewer, site }: { viewer: Viewer; site: PasskeySite }) {
  const { userId, sessionId } = viewer
  const user = await ctx.db
    .selectFrom('users')
    .select(['email', 'display_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const known = (await listFactors(ctx.db, userId)).flatMap((row) =>
    row.credential_id ? [{ id: row.credential_id }] : [],
  )
  const { generateRegistrationOptions } = await loadPasskeys()
  const options = await generateRegistrationOptions({
    rpName: ctx.config.brand,
    rpID: site.rpId,
    userName: user.email,
    userID: new Uint8Array(Buffer.from(userId)),
    userDisplayName: user.display_name ?? user.email,
    excludeCredentials: known,
    supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
  await saveChallenge(ctx, ctx.db, { sessionId, challenge: options.challenge })
  return options
}

type Input = {
  viewer: Viewer
  response: unknown
  name: string | undefined
  site: PasskeySite
  mailSite: MailSite
  device: Device
}

export async function finishPasskey(
  ctx: Context,
  input: Input,
): Promise<{ factor: FactorRow; recoveryCodes: string[] }> {
  const { viewer, name } = input
  const expectedChallenge = await takeChallenge(ctx, ctx.db, viewer.sessionId)
  const credential = await verifyCredential(input, expectedChallenge)
  return inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now()
    const factor = await tx
      .insertInto('factors')
      .values({
        id: ctx.random.id(),
        user_id: viewer.userId,
        kind: 'PASSKEY',
        name: name || 'Passkey',
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        confirmed_at: now,
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!factor) throw invalidForm('This passkey is already in use')
    return {
      factor,
      recoveryCodes: await announceFactor(ctx, tx, { factor, site: input.mailSite, device: input.device }),
    }
  })
}

/** WebAuthn Level 3, § 5.8.3 (credential ID). */
const CREDENTIAL_ID_MAX_BYTES = 1_023

/** The library throws on any fault of the answer; the member gets one message. */
async function verifyCredential({ response, site }: Input, expectedChallenge: string) {
  const { verifyRegistrationResponse } = await loadPasskeys()
  const result = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: site.origins,
    expectedRPID: site.rpId,
    supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    requireUserVerification: false,
  }).catch(() => undefined)
  const credential = result?.registrationInfo?.credential
  if (!credential || Buffer.byteLength(credential.id, 'base64url') > CREDENTIAL_ID_MAX_BYTES)
    throw invalidForm('The passkey could not be added')
  return credential
}
