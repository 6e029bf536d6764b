import type * as argon2 from '@node-rs/argon2'
import { hash, verify } from '@node-rs/argon2'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildMember, type MemberOptions } from '../../../test/build-member.ts'
import { useTestApp } from '../../../test/test-app.ts'

vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof argon2>()
  return { ...real, hash: vi.fn(real.hash), verify: vi.fn(real.verify) }
})

const t = useTestApp()
const counted = [
  ['verify/resend-email/', { hashes: 0, verifies: 0 }],
  ['request-password-reset/', { hashes: 0, verifies: 0 }],
  ['register/', { hashes: 1, verifies: 1 }],
  ['token/', { hashes: 0, verifies: 1 }],
] as const
const KINDS: Record<string, MemberOptions> = {
  known: {},
  unverified: { verified: false },
  invited: { verified: false },
  suspended: { isSuspended: true },
}

beforeEach(() => void vi.clearAllMocks())
afterEach(() => {
  vi.resetAllMocks()
  vi.restoreAllMocks()
})

async function addressOf(kind: string): Promise<string> {
  if (kind === 'unknown') return `unknown-${t.ctx.random.id()}@example.test`
  const { id, email } = await buildMember(t, KINDS[kind])
  if (kind === 'invited')
    await t.ctx.db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute()
  return email
}

test.each(counted)('%s hashes and verifies equally often for known and unknown addresses', async (path, expected) => {
  for (const kind of ['unknown', ...Object.keys(KINDS)]) {
    const email = await addressOf(kind)
    vi.clearAllMocks()
    const password = 'a-wrong-pass'
    await t.call('POST', `/api/auth/${path}`, {
      body: { email, username: email, password, confirm_password: password },
    })
    const done = { hashes: vi.mocked(hash).mock.calls.length, verifies: vi.mocked(verify).mock.calls.length }
    expect(done, kind).toEqual(expected)
    // As costly, too: but for the members of tests, whose hash is a cheap one.
    for (const [stored] of vi.mocked(verify).mock.calls)
      if (!['known', 'unverified', 'suspended'].includes(kind)) expect(stored, kind).toContain('m=19456,t=2,p=1')
    for (const [, cost] of vi.mocked(hash).mock.calls)
      expect(cost).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  }
})

/** How many transactions are open, from now on. */
function watchTransactions(): { open: number } {
  const watched = { open: 0 }
  const begin = t.ctx.db.transaction.bind(t.ctx.db)
  vi.spyOn(t.ctx.db, 'transaction').mockImplementation(() => {
    const transaction = begin()
    const execute = transaction.execute.bind(transaction)
    transaction.execute = (work) =>
      execute(async (tx) => {
        watched.open++
        return work(tx).finally(() => watched.open--)
      })
    return transaction
  })
  return watched
}

test.each(['register/', 'token/'])('%s holds no transaction while it hashes', async (path) => {
  const emails = await Promise.all(['unknown', ...Object.keys(KINDS)].map(addressOf))
  const transactions = watchTransactions()
  const open: number[] = []
  const real = await vi.importActual<typeof argon2>('@node-rs/argon2')
  vi.mocked(hash).mockImplementation((...args) => (open.push(transactions.open), real.hash(...args)))
  vi.mocked(verify).mockImplementation((...args) => (open.push(transactions.open), real.verify(...args)))
  for (const email of emails) {
    const password = 'a-wrong-pass'
    const body = { email, username: email, password, confirm_password: password }
    await t.call('POST', `/api/auth/${path}`, { body })
  }
  expect(open.length).toBeGreaterThanOrEqual(emails.length)
  expect(open).toEqual(open.map(() => 0))
})
