import { randomBytes } from 'node:crypto'
import pg from 'pg'

export const TEMPLATE = 'verso_template'

const withDatabase = (url: string, database: string): string => {
  const parsed = new URL(url)
  parsed.pathname = `/${database}`
  return parsed.href
}

/** Creates an empty database, or a copy of `template`, and returns the owner's url of it. */
export async function createDatabase(
  ownerUrl: string,
  name: string,
  options: { template?: string } = {},
): Promise<string> {
  await runSql(
    ownerUrl,
    `create database ${name}${options.template ? ` template ${options.template} strategy file_copy` : ''}`,
  )
  return withDatabase(ownerUrl, name)
}

/** A test file's own copy of the migrated database. */
export async function copyTemplate(urls: {
  ownerUrl: string
  appUrl: string
}): Promise<{ ownerUrl: string; appUrl: string; drop(): Promise<void> }> {
  const name = `verso_${randomBytes(6).toString('hex')}`
  const ownerUrl = await createDatabase(urls.ownerUrl, name, { template: TEMPLATE })
  return {
    ownerUrl,
    appUrl: withDatabase(urls.appUrl, name),
    drop: () => dropDatabase(urls.ownerUrl, name),
  }
}

export const dropDatabase = (ownerUrl: string, name: string): Promise<void> =>
  runSql(ownerUrl, `drop database ${name} with (force)`)

export async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
