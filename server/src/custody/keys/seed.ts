import { timingSafeEqual } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { StartupError } from '../../errors/startup-error.ts'
import type { Custodian } from './custodian.ts'
import { deriveKek, kekCheck, seal, unseal } from '../../seal.ts'

const SEED_BYTES = 64
const IV_BYTES = 12
const RECORD_ID = 'custody_seed'

/**
 * Makes the one seed of all members' keys at the first start, and refuses a WALLET_KEK that is not the one it is
 * encrypted with.
 * @throws StartupError
 */
export async function ensureSeed(base: Custodian & Pick<Context, 'random'>): Promise<void> {
  const { config, db, clock, random } = base
  const kek = deriveKek(config.walletKek)
  const now = clock.now()
  await db
    .insertInto('custody_seed')
    .values({
      seed_encrypted: seal(kek, random.bytes(SEED_BYTES), { recordId: RECORD_ID, iv: random.bytes(IV_BYTES) }),
      kek_check: kekCheck(kek),
      created_at: now,
      updated_at: now,
    })
    // Two processes may start at once: the first one's seed counts.
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await readSeed(db, config.walletKek)
}

/** @throws StartupError when `walletKek` is not the key the seed is encrypted with */
export async function readSeed(db: Db | Tx, walletKek: string): Promise<Buffer> {
  const row = await db.selectFrom('custody_seed').select(['seed_encrypted', 'kek_check']).executeTakeFirstOrThrow()
  const kek = deriveKek(walletKek)
  if (!timingSafeEqual(kekCheck(kek), row.kek_check)) {
    throw new StartupError(
      'WALLET_KEK is not the key that the wallets of this database are encrypted with. Set the right one; to change it, use `npm run wallet:rotate-kek`.',
    )
  }
  return unseal(kek, row.seed_encrypted, { recordId: RECORD_ID })
}

/** Encrypts the same seed under a new key. Of two at once the second fails, because its old key is wrong by then. */
export async function rotateKek(
  ctx: Pick<Context, 'clock' | 'random'>,
  tx: Tx,
  keys: { from: string; to: string },
): Promise<void> {
  await tx.selectFrom('custody_seed').select('id').forUpdate().executeTakeFirstOrThrow()
  const seed = await readSeed(tx, keys.from)
  const kek = deriveKek(keys.to)
  await tx
    .updateTable('custody_seed')
    .set({
      seed_encrypted: seal(kek, seed, { recordId: RECORD_ID, iv: ctx.random.bytes(IV_BYTES) }),
      kek_check: kekCheck(kek),
      updated_at: ctx.clock.now(),
    })
    .execute()
}
