import Fastify, { type FastifyBaseLogger } from 'fastify'
import { expect, test } from 'vitest'
import { createLogger } from '../../logger.ts'
import { registerErrorHandler } from './error-handler.ts'

test('an unexpected error is logged whole under the id of its request, and told in one sentence', async () => {
  const lines: string[] = []
  const loggerInstance: FastifyBaseLogger = createLogger('error', { lines: { write: (line) => lines.push(line) } })
  const app = Fastify({ loggerInstance })
  registerErrorHandler(app)
  app.get('/', () => Promise.reject(new TypeError('the inner reason')))
  const answer = await app.inject('/')
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toContain('inner reason')
  expect(lines).toHaveLength(1)
  const { err, reqId } = JSON.parse(lines[0] ?? '')
  expect(err).toMatchObject({ type: 'TypeError', message: 'the inner reason', stack: expect.stringContaining('at ') })
  expect(answer.json().request_id).toBe(reqId)
})
