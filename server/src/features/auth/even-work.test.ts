import type * as argon2 from '@node-rs/argon2'
import { hash, verify } from '@node-rs/argon2'
import { beforeEach, expect, test, vi } from 'vitest'
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

async function addressOf(kind: string): Promise<string> {
  if (kind === 'unknown') return `unknown-${t.ctx.random.id()}@example.test`
  const { id, email } = await buildMember(t, KINDS[kind])
  if (kind === 'invited')
    await t.ctx.db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute()
  return email
}

test.each(counted)('%s hashes and verifies as often whatever is behind the address', async (path, expected) => {
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
