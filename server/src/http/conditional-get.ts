import { createHash } from 'node:crypto'
import type { onSendAsyncHookHandler } from 'fastify'

/** Names an answer by its text, weakly: the same text may come compressed. */
export function etagOf(text: string): string {
  return `W/"${createHash('sha1').update(text).digest('base64url')}"`
}

/**
 * Answers 304 when the client has this very answer: pages poll and mostly nothing has changed (docs/rules.md R103). What a member gets is
 * stored by no browser; our own client remembers it while its page is open (web/src/api/known-answers.ts).
 */
export const conditionalGet: onSendAsyncHookHandler<unknown> = async (request, reply, payload) => {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
  const etag = etagOf(payload)
  reply.headers({ etag, 'cache-control': request.viewer ? 'no-store' : 'private, no-cache', vary: 'authorization' })
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim())
  if (!known?.includes(etag)) return payload
  reply.code(304)
  return ''
}
