import { readSeed } from '../../custody/keys/seed.ts'
import type { Settings } from '../../config/settings.ts'
import { findConnectionProblem, findListenProblem } from '../../db/check-connection.ts'
import { openDatabase } from '../../db/client.ts'
import { describeS3 } from '../../gateways/storage/describe-s3.ts'
import { opensBankDetails } from '../../payments/bank-accounts/opens-bank-details.ts'
import { createLogger } from '../../logger.ts'

const ANSWER_MAX_MS = 12_000

/**
 * Problems of the services that the settings name, in words for the operator; one that is not fully set is left
 * out, as the settings' own problems name it.
 */
export async function findServiceProblems(settings: Settings): Promise<string[]> {
  const checks = [findDatabaseProblems(settings)]
  if (settings.ROLE !== 'signer')
    checks.push(findStorageProblems(settings), findMailProblems(settings), findSmsProblems(settings))
  return (await Promise.all(checks)).flat()
}

/** Databases that do not answer, and a WALLET_KEK that does not open what is stored there. */
export async function findDatabaseProblems(settings: Settings): Promise<string[]> {
  const problems = await findConnectionProblems(settings)
  const { DATABASE_URL, WALLET_KEK } = settings
  if (problems.length > 0 || !DATABASE_URL) return problems
  const found = await Promise.all([
    WALLET_KEK ? findKeyProblems(DATABASE_URL, WALLET_KEK, settings) : [],
    settings.ROLE === 'signer' ? undefined : findListenProblem(...listenedTo(settings, DATABASE_URL), ANSWER_MAX_MS),
  ])
  return found.flat().filter((problem) => problem !== undefined)
}

/** The setting that names where notifications are heard, and its address. */
const listenedTo = ({ DATABASE_LISTEN_URL: own }: Settings, databaseUrl: string): [string, string] =>
  own ? ['DATABASE_LISTEN_URL', own] : ['DATABASE_URL', databaseUrl]

export async function findConnectionProblems(settings: Settings): Promise<string[]> {
  const { DATABASE_URL: app, DATABASE_LISTEN_URL: direct, MIGRATION_DATABASE_URL: owner } = settings
  const problems = await Promise.all([
    app && findConnectionProblem('DATABASE_URL', app),
    settings.ROLE !== 'signer' && direct && findConnectionProblem('DATABASE_LISTEN_URL', direct),
    settings.ROLE !== 'signer' && owner && findConnectionProblem('MIGRATION_DATABASE_URL', owner),
  ])
  return problems.filter((problem) => typeof problem === 'string')
}

async function findKeyProblems(url: string, walletKek: string, { ROLE, SIGNER_URL }: Settings): Promise<string[]> {
  const db = openDatabase(url, createLogger('silent'), { maxConnections: 1 })
  const problems: string[] = []
  try {
    // With a signer of its own process, it has the seed's key and we have the bank details'.
    const seed = SIGNER_URL ? undefined : await db.selectFrom('custody_seed').select('id').executeTakeFirst()
    if (seed) await readSeed(db, walletKek).catch((error: Error) => problems.push(error.message))
    if (ROLE !== 'signer' && !(await opensBankDetails(db, walletKek)))
      problems.push("WALLET_KEK is not the key that members' bank details are encrypted with. Set the right one.")
  } catch {
    // A database of the first start has no tables yet; one that is too old or too new is refused by name later.
  } finally {
    await db.destroy()
  }
  return problems
}

async function findStorageProblems(settings: Settings): Promise<string[]> {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings
  if (settings.STORAGE_DRIVER !== 's3' || !bucket || !accessKeyId || !secretAccessKey) return []
  const { createS3Storage } = await import('../../gateways/storage/s3-storage.ts')
  const { S3_REGION: region, S3_ENDPOINT: endpoint } = settings
  const storage = createS3Storage({ bucket, region, endpoint, accessKeyId, secretAccessKey })
  return ask(storage.check(), (error) => `S3_BUCKET=${bucket} cannot be used: ${describeS3(error)}`)
}

async function findMailProblems({ MAIL_DRIVER, SMTP_URL, MAIL_FROM }: Settings): Promise<string[]> {
  if (MAIL_DRIVER !== 'smtp' || !SMTP_URL) return []
  const { createSmtpMailer } = await import('../../gateways/mail/smtp-mailer.ts')
  const mailer = createSmtpMailer({ smtpUrl: SMTP_URL, from: MAIL_FROM })
  return ask(mailer.check(), (error) => `SMTP_URL: the mail server cannot be used (${error.message.split('\n')[0]})`)
}

/** A code that the parser of numbers does not know would block its country unseen. */
async function findSmsProblems({ SMS_COUNTRIES: countries }: Settings): Promise<string[]> {
  if (countries.length === 0) return []
  const { isSupportedCountry } = await import('libphonenumber-js/max')
  const unknown = countries.filter((code) => !isSupportedCountry(code))
  return unknown.map((code) => `SMS_COUNTRIES: no phone number is of ${code}; the codes are those of ISO 3166, like GB`)
}

async function ask(answer: Promise<void>, describe: (error: Error) => string): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), ANSWER_MAX_MS)
  })
  try {
    await Promise.race([answer, late])
    return []
  } catch (error) {
    return [describe(error as Error)]
  } finally {
    clearTimeout(timer)
  }
}
