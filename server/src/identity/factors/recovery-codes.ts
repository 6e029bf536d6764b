import { createHmac } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordSpentSecret, wasJustSpent } from '../codes/spent-secrets.ts'

const COUNT = 10
const LENGTH = 10
/** No 0, 1, l, o: they are read and typed by people. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A new set, which replaces the old one. Shown once, stored as hashes. @returns the codes to show */
export async function makeRecoveryCodes(ctx: Context, tx: Tx, userId: string): Promise<string[]> {
  const now = ctx.clock.now()
  const codes = Array.from({ length: COUNT }, () => makeCode(ctx))
  await tx.deleteFrom('factors').where('user_id', '=', userId).where('kind', '=', 'RECOVERY_CODE').execute()
  await tx
    .insertInto('factors')
    .values(
      codes.map((code) => ({
        id: ctx.random.id(),
        user_id: userId,
        kind: 'RECOVERY_CODE' as const,
        secret: hashRecoveryCode(ctx.config.secretKeys[0] ?? '', userId, code),
        confirmed_at: now,
        created_at: now,
      })),
    )
    .execute()
  return codes
}

/** Consumes a recovery code: one statement, so each works once. */
export async function useRecoveryCode(
  ctx: Context,
  tx: Tx,
  { userId, code: typed }: { userId: string; code: string },
): Promise<'accepted' | 'spent' | 'wrong'> {
  const code = typed.toLowerCase().replace(/[\s-]/g, '')
  const spent = { userId, purpose: 'RECOVERY_CODE', code }
  const hashes = ctx.config.secretKeys.map((secretKey) => hashRecoveryCode(secretKey, userId, code))
  const used = await tx
    .deleteFrom('factors')
    .where('user_id', '=', userId)
    .where('kind', '=', 'RECOVERY_CODE')
    .where('secret', 'in', hashes)
    .returning('id')
    .executeTakeFirst()
  if (!used) return (await wasJustSpent(ctx, tx, spent)) ? 'spent' : 'wrong'
  await recordSpentSecret(ctx, tx, spent)
  return 'accepted'
}

function makeCode(ctx: Context): string {
  const text = Array.from(ctx.random.bytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return `${text.slice(0, LENGTH / 2)}-${text.slice(LENGTH / 2)}`
}

const hashRecoveryCode = (secretKey: string, userId: string, code: string): Buffer =>
  createHmac('sha256', secretKey)
    .update(`recovery:${userId}:${code.replace('-', '')}`)
    .digest()
