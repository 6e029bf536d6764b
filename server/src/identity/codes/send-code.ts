import { OTP_RETRY_SECONDS } from '@verso/protocol/limits'
import type { Selectable } from 'kysely'
import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { VerificationCodesTable } from '../../db/types.gen.ts'
import { AppError } from '../../http/app-error.ts'
import { enqueueSms } from '../../messages/enqueue-message.ts'
import { type CodePurpose, limitSms } from './limit-sms.ts'
import { deriveCode, hashCode, isCodeOf } from './secrets.ts'

type Challenge = Selectable<VerificationCodesTable>

const TEXTS: Record<CodePurpose, (code: string, brand: string) => string> = {
  VERIFY_MOBILE: (code, brand) => `${code} is your ${brand} code to verify this phone. Do not share it with anybody.`,
  SIGN_IN: (code, brand) => `${code} is your ${brand} sign-in code. Do not share it with anybody.`,
  STEP_UP: (code, brand) => `${code} is your ${brand} code to confirm it is you. Do not share it with anybody.`,
}

/**
 * Texts a code, at most once per 30 s and purpose. The current code is sent again while it has most of its life and a
 * try left; otherwise a new one replaces it. The member's row is locked, so two requests never send two codes.
 * @returns isSent false when the last one went out less than 30 s ago: it is still good
 */
export async function sendCode(
  ctx: Context,
  tx: Tx,
  input: { userId: string; purpose: CodePurpose; phone: string; address: string },
): Promise<{ isSent: boolean; retryAfterMs: number }> {
  const now = ctx.clock.now()
  await tx.selectFrom('users').select('id').where('id', '=', input.userId).forUpdate().execute()
  const live = await findChallenge(tx, input)
  const nextAt = live ? after(live.sent_at, OTP_RETRY_SECONDS * 1000) : now
  if (nextAt > now) return { isSent: false, retryAfterMs: nextAt.getTime() - now.getTime() }
  await limitSms(ctx, tx, input)
  const isGood = live && live.target === input.phone && isWorthSendingAgain(ctx, live)
  const id = isGood ? await markSentAgain(ctx, tx, live.id) : await replaceChallenge(ctx, tx, input)
  const code = deriveCode(ctx, id)
  const text = TEXTS[input.purpose](code, ctx.config.brand)
  await enqueueSms(ctx, tx, { to: input.phone, text, code, userId: input.userId })
  return { isSent: true, retryAfterMs: OTP_RETRY_SECONDS * 1000 }
}

/** For a call whose only purpose is to send a code. */
export async function sendCodeOrRefuse(ctx: Context, tx: Tx, input: Parameters<typeof sendCode>[2]): Promise<void> {
  const { isSent, retryAfterMs } = await sendCode(ctx, tx, input)
  if (isSent) return
  throw new AppError('too_many_requests', {
    userMessage: 'A code was just sent. Please wait before asking for another one.',
    retryAfterMs,
  })
}

const findChallenge = (tx: Tx, { userId, purpose }: { userId: string; purpose: CodePurpose }) =>
  tx
    .selectFrom('verification_codes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .executeTakeFirst()

function isWorthSendingAgain(ctx: Context, challenge: Challenge): boolean {
  const isFresh = challenge.expires_at > after(ctx.clock.now(), ctx.config.codes.lifeMs / 2)
  // After a change of SECRET_KEY the code would come out as another one.
  const isStillDerived = isCodeOf(ctx, challenge, deriveCode(ctx, challenge.id))
  return isFresh && challenge.tries < ctx.config.codes.maxTries && isStillDerived
}

async function markSentAgain(ctx: Context, tx: Tx, id: string): Promise<string> {
  await tx.updateTable('verification_codes').set({ sent_at: ctx.clock.now() }).where('id', '=', id).execute()
  return id
}

async function replaceChallenge(
  ctx: Context,
  tx: Tx,
  { userId, purpose, phone }: { userId: string; purpose: CodePurpose; phone: string },
): Promise<string> {
  const now = ctx.clock.now()
  const id = ctx.random.id()
  await tx.deleteFrom('verification_codes').where('user_id', '=', userId).where('purpose', '=', purpose).execute()
  await tx
    .insertInto('verification_codes')
    .values({
      id,
      user_id: userId,
      purpose,
      target: phone,
      code_hash: hashCode(ctx, id, deriveCode(ctx, id)),
      created_at: now,
      sent_at: now,
      expires_at: after(now, ctx.config.codes.lifeMs),
    })
    .execute()
  return id
}
