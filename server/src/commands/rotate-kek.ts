import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { rotateKek } from '../custody/keys/seed.ts'
import { estimateKeyBits, KEY_MIN_BITS } from '../config/key-strength.ts'
import type { Context } from '../context.ts'
import { inTransaction, type Tx } from '../db/client.ts'
import { writeFileAtomically } from '../embedded/write-file-atomically.ts'
import { rotateFiatKey } from '../payments/bank-accounts/rotate-fiat-key.ts'
import { recordAudit } from '../audit/audit.ts'
import { StartupError } from '../errors/startup-error.ts'
import { messageOf } from '../errors/without-url-secrets.ts'
import { assertStopped } from './assert-stopped.ts'
import { runCommand } from './run-command.ts'

const MIN_LENGTH = 32

/**
 * `npm run wallet:rotate-kek -- --to FILE`: encrypts the wallet seed and members' bank details under the key in FILE,
 * which is made when it is not there. With a signer of its own process the two have different keys: `--only seed` or
 * `--only bank`. The key is in the file before the database changes, so that it is never lost.
 */
await runCommand(rotate, { isAlone: true })

async function rotate(ctx: Context, say: (text: string) => void): Promise<void> {
  const { values } = parseArgs({ options: { to: { type: 'string' }, only: { type: 'string' } } })
  if (!values.to)
    throw new StartupError('Where is the new key? Add `-- --to FILE`; the file is made if it is not there.')
  const only = z.enum(['seed', 'bank']).optional().safeParse(values.only)
  if (!only.success) throw new StartupError('`--only` takes seed or bank.')
  if (only.data && isKeyOfDataFolder(ctx))
    throw new StartupError('DATA_DIR keeps one key for both: rotate them together, without `--only`.')
  // A signer of its own opens the seed alone.
  await assertStopped(ctx.db, { now: ctx.clock.now(), ...(only.data === 'bank' && { besides: 'signer' }) })
  const to = readOrMakeKey(ctx, values.to)
  await inTransaction(ctx.db, async (tx) => {
    if (only.data !== 'bank') await rotateKek(ctx, tx, { from: ctx.config.walletKek, to })
    if (only.data !== 'seed') await rotateBankDetails(ctx, tx, to)
    await recordAudit(ctx, tx, {
      actorId: null,
      action: 'wallet.rotate-kek',
      subject: { type: 'custody_seed', id: '1' },
    })
  })
  const isOurs = replaceInDataFolder(ctx, to)
  say(
    isOurs
      ? 'What was encrypted under the old key is under the new one now, which DATA_DIR keeps.'
      : `Set WALLET_KEK to the key in ${values.to} and start again.`,
  )
}

async function rotateBankDetails(ctx: Context, tx: Tx, to: string): Promise<void> {
  try {
    await rotateFiatKey(tx, { oldKek: ctx.config.walletKek, newKek: to, random: ctx.random })
  } catch {
    throw new StartupError(
      'The bank details are not encrypted under this WALLET_KEK, so nothing was changed. With a signer of its own the seed and they have different keys: change one at a time, with `--only seed` or `--only bank`.',
    )
  }
}

function readOrMakeKey(ctx: Context, file: string): string {
  const key = openKeyFile(ctx, file)
  if (key.length < MIN_LENGTH) throw new StartupError(`The key in ${file} must have at least ${MIN_LENGTH} characters.`)
  // A start in production would refuse it, and this command too: nothing would open what it has closed.
  if (estimateKeyBits(key) < KEY_MIN_BITS)
    throw new StartupError(`The key in ${file} can be guessed: name a file that is not there, and one is made.`)
  return key
}

function openKeyFile(ctx: Context, file: string): string {
  try {
    if (!existsSync(file)) writeFileAtomically(file, `${ctx.random.bytes(MIN_LENGTH).toString('base64url')}\n`)
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new StartupError(`The file of the new key, ${file}, cannot be used: ${messageOf(error)}.`)
  }
}

function readSecrets(file: string): Record<string, unknown> {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** Whether the key in use is the one that the data folder made for itself. */
function isKeyOfDataFolder({ config }: Context): boolean {
  return readSecrets(join(config.dataDir, 'secrets.json')).walletKek === config.walletKek
}

/** @returns whether it was kept there */
function replaceInDataFolder(ctx: Context, to: string): boolean {
  if (!isKeyOfDataFolder(ctx)) return false
  const file = join(ctx.config.dataDir, 'secrets.json')
  writeFileAtomically(file, `${JSON.stringify({ ...readSecrets(file), walletKek: to }, null, 2)}\n`)
  return true
}
