import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'

test('a database error is logged without the row that it quotes', () => {
  const detail = 'Failing row contains (ann@example.test, $argon2id$…)'
  const error = Object.assign(new Error('violates check constraint'), { detail, code: '23514' })
  const lines: string[] = []
  createLogger('error', { write: (line) => lines.push(line) }).error({ err: error }, 'a request failed')
  expect(lines.join()).toContain('23514')
  expect(lines.join()).not.toContain('ann@example.test')
})
