import type { z } from 'zod'
import type { Settings } from './settings.ts'

const REQUIRED_WITH: [keyof Settings, string, (keyof Settings)[]][] = [
  ['STORAGE_DRIVER', 's3', ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']],
  ['IPFS_DRIVER', 'kubo', ['IPFS_API_URL']],
  ['IPFS_DRIVER', 'pinning', ['IPFS_API_URL', 'IPFS_TOKEN']],
  ['MAIL_DRIVER', 'smtp', ['SMTP_URL']],
  ['SMS_DRIVER', 'twilio', ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM']],
  ['PAYMENT_PROVIDER', 'stripe', ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']],
  ['PAYMENT_PROVIDER', 'wert', ['WERT_PARTNER_ID', 'WERT_API_KEY', 'WERT_RECEIVER']],
]

/** Settings that another one needs. */
export function missingSettings(settings: Settings): string[] {
  const missing = REQUIRED_WITH.flatMap(([setting, value, needed]) =>
    settings[setting] === value
      ? needed.filter((name) => !settings[name]).map((name) => `${setting}=${value} needs ${name}`)
      : [],
  )
  if (settings.SIGNER_URL && !settings.SIGNER_SECRET) missing.push('SIGNER_URL needs SIGNER_SECRET')
  return missing
}

/** Ports of one process that are the same: the second could not be opened. 0 is any that is free. */
export function findSamePorts(settings: Settings): string[] {
  const names = [...portsOf(settings), ...(settings.METRICS_PORT ? (['METRICS_PORT'] as const) : [])]
  const byPort = Map.groupBy(
    names.filter((name) => settings[name] !== 0),
    (name) => settings[name],
  )
  return [...byPort]
    .filter(([, same]) => same.length > 1)
    .map(([port, same]) => `${same.join(' and ')} must not be the same port: ${port}`)
}

function portsOf({ ROLE, PAYMENT_PROVIDER }: Settings) {
  if (ROLE === 'worker') return []
  if (ROLE === 'signer') return ['SIGNER_PORT'] as const
  // Wert's page is its own.
  return PAYMENT_PROVIDER === 'wert'
    ? (['PORT', 'ADMIN_PORT', 'MEDIA_PORT'] as const)
    : (['PORT', 'ADMIN_PORT', 'MEDIA_PORT', 'PAY_PORT'] as const)
}

/** The message for a setting whose schema has none. */
export function settingMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'invalid_format' && issue.format === 'url') return 'must be an address like https://example.com'
  if (issue.code === 'invalid_type') return `must be a ${issue.expected === 'int' ? 'whole number' : issue.expected}`
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`
  return 'is not valid'
}
