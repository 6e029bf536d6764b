import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingsSchema } from '../src/config/settings.ts'
import { SANDBOX_CONNECTIONS } from '../src/embedded/sandbox/store.ts'
import { JOB_CONNECTIONS } from '../src/jobs/jobs.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')

const POOL_SIZE = settingsSchema.shape.DATABASE_POOL_SIZE.parse(undefined)
/** Hears of jobs and frames, and holds the leader's lock. */
const DIRECT = 1
const API = POOL_SIZE + JOB_CONNECTIONS.other + DIRECT
const CONNECTIONS: Record<string, number> = {
  api: API + SANDBOX_CONNECTIONS,
  worker: POOL_SIZE + JOB_CONNECTIONS.worker + DIRECT,
  signer: POOL_SIZE,
}
const COMMAND = API
/** `superuser_reserved_connections` as PostgreSQL has it. */
const RESERVED = 3

const rolesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, role = '']) => role)
const maxConnectionsIn = (text: string) => Number(/max_connections ?= ?(\d+)/.exec(text)?.[1] ?? 100)

test.each([
  ['compose.yaml', /^ {2}(api|worker|signer)(?:-\d)?:/gm, ['api', 'api', 'worker', 'worker', 'signer']],
  ['docs/operations/first-day.md', /(?<=enable --now .*)verso@(\w+)/g, ['signer', 'api', 'api', 'worker']],
])('the PostgreSQL of %s has connections for its processes as staging, and for a command', (page, processes, roles) => {
  const text = read(page)
  expect(rolesIn(text, processes)).toEqual(roles)
  const needed = roles.reduce((sum, role) => sum + (CONNECTIONS[role] ?? Number.NaN), COMMAND)
  expect(maxConnectionsIn(text) - RESERVED).toBeGreaterThanOrEqual(needed)
})

test('docs/operations/postgresql.md counts the connections as the code opens them', () => {
  const text = read('docs/operations/postgresql.md')
  expect(text).toContain(`\`DATABASE_POOL_SIZE\` (${POOL_SIZE}) connections, ${JOB_CONNECTIONS.worker} for jobs`)
  expect(text).toContain(`an API ${JOB_CONNECTIONS.other} and one`)
  expect(text).toContain(`with the sandbox ${SANDBOX_CONNECTIONS} more`)
})
