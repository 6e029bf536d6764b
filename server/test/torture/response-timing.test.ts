import { beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../../src/identity/passwords/password.ts'
import { buildMember, type Member, TEST_PASSWORD } from '../build-member.ts'
import { useTestApp } from '../test-app.ts'

/** Only in `npm run torture`: `npm test` asserts no wall-clock times. */
const isTorture = process.env.TORTURE_ROUNDS !== undefined
const SAMPLES = 500
const MAX_DIFFERENCE_MS = 3

const t = useTestApp()
const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/** Everything that can be behind an address, each compared with nothing. */
const KINDS = ['known', 'unverified', 'invited'] as const
type Kind = (typeof KINDS)[number]
const ORDER = [...KINDS, 'unknown'] as const

describe.runIf(isTorture)('how long an answer takes tells nothing about an address', () => {
  let members: Record<Kind, Member>
  beforeAll(async () => {
    members = {
      known: await buildMember(t),
      unverified: await buildMember(t, { verified: false }),
      invited: await buildMember(t, { verified: false }),
    }
    const { db } = t.ctx
    await db
      .updateTable('users')
      .set({ password_hash: await hashPassword(TEST_PASSWORD) })
      .execute()
    await db.updateTable('users').set({ password_hash: null }).where('id', '=', members.invited.id).execute()
  })

  test.each([
    ['request-password-reset/', (email: string) => ({ email })],
    ['verify/resend-email/', (email: string) => ({ email })],
    ['register/', (email: string) => ({ email, password: 'a-good-pass', confirm_password: 'a-good-pass' })],
    ['token/', (username: string) => ({ username, password: 'a-wrong-pass' })],
  ])(
    '%s',
    async (path, bodyFor) => {
      const times: Record<Kind | 'unknown', number[]> = { known: [], unverified: [], invited: [], unknown: [] }
      for (let i = 0; i < SAMPLES; i++) {
        await t.ctx.db.deleteFrom('rate_limits').execute()
        // In turns, each first as often and after every other one, so that a slower moment hits all.
        const first = (i >> 1) % ORDER.length
        const turned = [...ORDER.slice(first), ...ORDER.slice(0, first)]
        for (const kind of i % 2 === 0 ? turned : turned.toReversed()) {
          const body = bodyFor(kind === 'unknown' ? `unknown-${i}@example.test` : members[kind].email)
          const startedAt = performance.now()
          await t.call('POST', `/api/auth/${path}`, { body })
          times[kind].push(performance.now() - startedAt)
        }
      }
      for (const kind of KINDS)
        expect(Math.abs(median(times[kind]) - median(times.unknown)), kind).toBeLessThan(MAX_DIFFERENCE_MS)
    },
    1_200_000,
  )
})
