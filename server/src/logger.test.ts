import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'

test('a database error is logged without the row that it quotes', () => {
  const detail = 'Failing row contains (ann@example.test, $argon2id$…)'
  const error = Object.assign(new Error('violates check constraint'), { detail, code: '23514' })
  const lines: string[] = []
  createLogger('error', { lines: { write: (line) => lines.push(line) } }).error({ err: error }, 'a request failed')
  expect(lines.join()).toContain('23514')
  expect(lines.join()).not.toContain('ann@example.test')
})

test('no line holds more of an address than its host, wherever in the error it stands', () => {
  const url = 'https://rpc.example.com/v2/KEY'
  const cause = Object.assign(new Error(`HTTP request failed. URL: ${url}`), { url, metaMessages: [`URL: ${url}`] })
  const lines: string[] = []
  const log = createLogger('debug', { lines: { write: (line) => lines.push(line) } })
  log.error({ err: new Error('no answer', { cause }) }, 'a request failed')
  log.warn({ error: cause.message, hosts: [{ url }] }, `asked ${url}`)
  log.debug(cause)
  log.error({ err: Object.assign(new TypeError('Invalid URL'), { input: 'postgres:verso:KEY' }) }, 'a start failed')
  expect(lines).toHaveLength(4)
  expect(lines.join()).not.toContain('KEY')
  for (const line of lines) expect(JSON.parse(line).msg).toEqual(expect.any(String))
  expect(lines[0]).toContain('https://rpc.example.com')
})

test('a line is one line of JSON with its time in UTC, for all that is written', () => {
  const lines: string[] = []
  const log = createLogger('info', { lines: { write: (line) => lines.push(line) } })
  log.info({ typed: 'a\n{"level":60,"msg":"forged"}' }, 'one\r\n{"level":60}\u001b[2J\u2028')
  expect(lines).toHaveLength(1)
  expect(lines[0]?.trimEnd().split(/[\r\n]/)).toHaveLength(1)
  expect(lines[0]).not.toContain('\u001b')
  const { level, time, typed } = JSON.parse(lines[0] ?? '')
  expect({ level, typed }).toEqual({ level: 30, typed: 'a\n{"level":60,"msg":"forged"}' })
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})
