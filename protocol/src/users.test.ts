import { expect, test } from 'vitest'
import { BIO_MAX_LENGTH } from './limits.ts'
import { updateMeBody } from './users.ts'

test('a bio is counted in characters as a person sees them, and says how many it may have', () => {
  expect(updateMeBody.safeParse({ bio: '🌸'.repeat(BIO_MAX_LENGTH) }).success).toBe(true)
  const refused = updateMeBody.safeParse({ bio: '🌸'.repeat(BIO_MAX_LENGTH + 1) })
  expect(refused.error?.issues[0]?.message).toBe('At most 2000 characters')
})
