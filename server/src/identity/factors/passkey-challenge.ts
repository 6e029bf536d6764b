import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { invalidForm } from '../../http/app-error.ts'

const TTL_MS = 5 * 60_000

/** Keeps the challenge that this session's next answer must sign. */
export async function saveChallenge(
  ctx: Context,
  db: Db | Tx,
  input: { sessionId: string; challenge: string },
): Promise<void> {
  const row = { challenge: input.challenge, expires_at: after(ctx.clock.now(), TTL_MS) }
  await db
    .insertInto('passkey_challenges')
    .values({ session_id: input.sessionId, ...row })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(row))
    .execute()
}

/** Consumes it: an answer counts once. @throws AppError invalid when there is none */
export async function takeChallenge(ctx: Context, db: Db | Tx, sessionId: string): Promise<string> {
  const row = await db
    .deleteFrom('passkey_challenges')
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', ctx.clock.now())
    .returning('challenge')
    .executeTakeFirst()
  if (!row) throw invalidForm('This request has expired. Please try again.')
  return row.challenge
}
