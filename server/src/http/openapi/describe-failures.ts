import { errorEnvelope } from '@verso/protocol/envelope'
import type { RouteOptions } from 'fastify'
import { z } from 'zod'
import type { Access } from '@verso/protocol/endpoint'

const failure = errorEnvelope.describe('The envelope of every failure')
z.globalRegistry.add(failure, { id: 'Failure' })

const MEANINGS = {
  400: 'What was sent is not valid',
  401: 'No token, one that has ended, or a wrong password or code',
  403: 'Not allowed, or a second factor is asked for (`step_up_required`)',
  404: 'Not found',
  408: 'It came too slowly',
  409: 'In conflict with the state of things',
  413: 'Too large',
  415: 'Not a content type of this call',
  421: 'Asked for under a host name that is not served here',
  422: 'The Idempotency-Key was used for another request',
  429: 'Too many requests; Retry-After says when to come again',
  503: 'Not at the moment; Retry-After says when to come again',
} as const
type Status = keyof typeof MEANINGS

const ANYWHERE: Status[] = [400, 421, 429, 503]
const WHERE_SOMETHING_IS_SENT: Status[] = [408, 409, 413, 415]

/** The failures in a call's description, derived from its access and its inputs. */
export function describeFailures({ method, url, config }: RouteOptions) {
  const access = config?.access ?? 'visitor'
  const changes = [method].flat().some((each) => each !== 'GET' && each !== 'HEAD')
  const statuses: Status[] = [
    ...ANYWHERE,
    ...refusalsOf(access, { changes }),
    ...(url.includes('/:') || config?.namesRows ? [404 as const] : []),
    ...(changes ? WHERE_SOMETHING_IS_SENT : []),
    ...(changes && access !== 'visitor' ? [422 as const] : []),
  ]
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: MEANINGS[status], content: { 'application/json': { schema: failure } } },
    ]),
  )
}

function refusalsOf(access: Access, { changes }: { changes: boolean }): Status[] {
  if (access === 'visitor') return changes ? [401] : []
  return changes || access.startsWith('admin') ? [401, 403] : [401]
}
