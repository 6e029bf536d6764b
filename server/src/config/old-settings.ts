/**
 * Settings that had a name which logins and shells set as well, with the values that only Verso gives them and that are
 * not what happens by default. Any other value of theirs is another program's: `MAIL=/var/mail/ann`, `HOST=machine`.
 */
const OLD: Record<string, { now: string; values: readonly string[] }> = {
  MAIL: { now: 'MAIL_DRIVER', values: ['smtp'] },
  SMS: { now: 'SMS_DRIVER', values: ['twilio'] },
  STORAGE: { now: 'STORAGE_DRIVER', values: ['s3'] },
  IPFS: { now: 'IPFS_DRIVER', values: ['kubo', 'pinning'] },
  PAYMENTS: { now: 'PAYMENT_PROVIDER', values: ['stripe', 'wert'] },
  DEMO: { now: 'DEMO_CONTENT', values: ['0', '1', 'true', 'false'] },
}

/** A sentence for each setting that is given under its old name alone and so changes nothing. */
export function findOldSettings(
  env: Record<string, string | undefined>,
  { isProduction }: { isProduction: boolean },
): string[] {
  return Object.entries(OLD).flatMap(([name, { now, values }]) => {
    const value = env[name]
    if (value === undefined || env[now] || !values.includes(value)) return []
    // Production has no demo content, with or without it.
    if (name === 'DEMO' && isProduction) return []
    return [`${name}=${value} is not read: the setting is ${now}=${value}`]
  })
}
