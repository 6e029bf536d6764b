import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { invalidForm } from '../../http/app-error.ts'
import type { Viewer } from '../../http/viewer.ts'
import { saveChallenge, takeChallenge } from './passkey-challenge.ts'
import { loadPasskeys, type PasskeySite } from './passkey-site.ts'
import { type FactorRow, listFactors } from './queries.ts'

/** A challenge for one of the member's passkeys, instead of a code. */
export async function askForPasskey(ctx: Context, { viewer, site }: { viewer: Viewer; site: PasskeySite }) {
  const factors = await listFactors(ctx.db, viewer.userId)
  const allowCredentials = factors.flatMap((row) => (row.credential_id ? [{ id: row.credential_id }] : []))
  if (allowCredentials.length === 0) throw invalidForm('There is no passkey on your account')
  const { generateAuthenticationOptions } = await loadPasskeys()
  const options = await generateAuthenticationOptions({
    rpID: site.rpId,
    allowCredentials,
    userVerification: 'preferred',
  })
  await saveChallenge(ctx, ctx.db, { sessionId: viewer.sessionId, challenge: options.challenge })
  return options
}

export type CheckedPasskey = { factorId: string; newCounter: number }
const notAccepted = () => invalidForm('The passkey was not accepted')

/**
 * Checks a passkey's answer against the session's challenge, which it consumes in every case. A guess is hopeless,
 * so failures do not count towards the lock.
 */
export async function checkPasskey(
  ctx: Context,
  input: { viewer: Viewer; response: unknown; site: PasskeySite },
): Promise<CheckedPasskey> {
  const { viewer, site } = input
  const response = input.response as AuthenticationResponseJSON
  const expectedChallenge = await takeChallenge(ctx, ctx.db, viewer.sessionId)
  const factors = await listFactors(ctx.db, viewer.userId)
  const factor = factors.find((row) => row.credential_id !== null && row.credential_id === response.id)
  const result = factor && (await verifyAnswer({ factor, response, expectedChallenge, site }))
  if (!factor || !result?.verified) throw notAccepted()
  return { factorId: factor.id, newCounter: result.authenticationInfo.newCounter }
}

/** Records its use in the transaction of its effect; a passkey that was removed meanwhile is refused. */
export async function notePasskeyUse(ctx: Context, tx: Tx, { factorId, newCounter }: CheckedPasskey): Promise<void> {
  const used = await tx
    .updateTable('factors')
    .set({ counter: newCounter, last_used_at: ctx.clock.now() })
    .where('id', '=', factorId)
    .returning('id')
    .executeTakeFirst()
  if (!used) throw notAccepted()
}

async function verifyAnswer(input: {
  factor: FactorRow
  response: AuthenticationResponseJSON
  expectedChallenge: string
  site: PasskeySite
}) {
  const { verifyAuthenticationResponse } = await loadPasskeys()
  return verifyAuthenticationResponse({
    response: input.response,
    expectedChallenge: input.expectedChallenge,
    expectedOrigin: input.site.origins,
    expectedRPID: input.site.rpId,
    requireUserVerification: false,
    credential: {
      id: input.factor.credential_id ?? '',
      publicKey: new Uint8Array(input.factor.public_key ?? Buffer.alloc(0)),
      counter: input.factor.counter,
    },
  }).catch(() => undefined)
}
