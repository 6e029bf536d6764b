import { beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../../src/features/auth/password.ts'
import { buildMember, type Member, TEST_PASSWORD } from '../build-member.ts'
import { useTestApp } from '../test-app.ts'

/** Only in `npm run torture`: `npm test` asserts no wall-clock times. */
const isTorture = process.env.TORTURE_ROUNDS !== undefined
const SAMPLES = 500
const MAX_DIFFERENCE_MS = 3

const t = useTestApp()
const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

describe.runIf(isTorture)('how long an answer takes tells nothing about an address', () => {
  let known: Member
  beforeAll(async () => {
    known = await buildMember(t)
    const password_hash = await hashPassword(TEST_PASSWORD)
    await t.ctx.db.updateTable('users').set({ password_hash }).where('id', '=', known.id).execute()
  })

  test.each([
    ['request-password-reset/', (email: string) => ({ email })],
    ['verify/resend-email/', (email: string) => ({ email })],
    ['register/', (email: string) => ({ email, password: 'a-good-pass', confirm_password: 'a-good-pass' })],
    ['token/', (username: string) => ({ username, password: 'a-wrong-pass' })],
  ])(
    '%s',
    async (path, bodyFor) => {
      const times = { known: [] as number[], unknown: [] as number[] }
      for (let i = 0; i < SAMPLES; i++) {
        await t.ctx.db.deleteFrom('rate_limits').execute()
        // In turns, and each first every other time, so that a slower moment hits both.
        const order = i % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
        for (const kind of order) {
          const body = bodyFor(kind === 'known' ? known.email : `unknown-${i}@example.test`)
          const startedAt = performance.now()
          await t.call('POST', `/api/auth/${path}`, { body })
          times[kind].push(performance.now() - startedAt)
        }
      }
      expect(Math.abs(median(times.known) - median(times.unknown))).toBeLessThan(MAX_DIFFERENCE_MS)
    },
    600_000,
  )
})
