import { readFileSync } from 'node:fs'

/** Each of these may also be given as the file that holds it: `<NAME>_FILE`. */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_LISTEN_URL',
  'MIGRATION_DATABASE_URL',
  'DATABASE_READ_URL',
  'POLYGON_RPC_URL',
  'ETH_RPC_URL',
  'SOL_RPC_URL',
  'SECRET_KEY',
  'WALLET_KEK',
  'BACKUP_KEY',
  'MINTER_KEY',
  'SETTLER_KEY',
  'OWNER_KEY',
  'GUARDIAN_KEY',
  'SIGNER_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'IPFS_TOKEN',
  'SMTP_URL',
  'TWILIO_AUTH_TOKEN',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'WERT_API_KEY',
]

/** The secrets that files hold, by the setting's name, and what is wrong with those that could not be read. */
export function readSecretFiles(env: Record<string, string | undefined>): {
  secrets: Record<string, string>
  problems: string[]
} {
  const secrets: Record<string, string> = {}
  const problems: string[] = []
  for (const name of SECRETS) {
    const file = env[`${name}_FILE`]
    if (!file) continue
    if (env[name]) problems.push(`${name} and ${name}_FILE are both set: keep one`)
    try {
      secrets[name] = readFileSync(file, 'utf8').trim()
      if (secrets[name] === '') problems.push(`${name}_FILE: ${file} is empty`)
    } catch (error) {
      problems.push(`${name}_FILE: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
    }
  }
  return { secrets, problems }
}
