import { expect, test } from 'vitest'
import { registerBody, resetPasswordBody } from './auth.ts'

test('a registration or a reset without a body is refused, not a failure', () => {
  for (const schema of [registerBody, resetPasswordBody]) {
    for (const body of [null, undefined, 7, 'text', []]) expect(schema.safeParse(body).success).toBe(false)
  }
})
