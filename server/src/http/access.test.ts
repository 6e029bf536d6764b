import { expect, test } from 'vitest'
import { buildMember } from '../../test/build-member.ts'
import { useTestApp } from '../../test/test-app.ts'

const t = useTestApp()
const TOLD = 'Bearer error="invalid_token"'

test('a page that is open to all tells a member whose token has ended that it would have shown more', async () => {
  const { tokens } = await buildMember(t)
  const told = async (token?: string) => {
    const { status, headers } = await t.call('GET', '/api/nfts/', { token })
    return { status, told: headers['www-authenticate'] }
  }
  expect(await told(tokens.access)).toEqual({ status: 200, told: undefined })
  expect(await told()).toEqual({ status: 200, told: undefined })
  expect(await told('garbage')).toEqual({ status: 200, told: TOLD })
  t.clock.advance(11 * 60_000)
  expect(await told(tokens.access)).toEqual({ status: 200, told: TOLD })
})
