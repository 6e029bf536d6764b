import type { z } from 'zod'

/**
 * The callers of a call; the server enforces it in one hook, and a test walks the route table with every kind of caller.
 * - visitor: all. A member is recognised by the full token; with the password alone one is still a visitor
 * - signout: all, with any session, also a temporary one, to end it
 * - temporary: a member who has passed the password, or more
 * - member: a member with the second factor; step-up: that factor given within the last 15 minutes
 * - trader: a member who is not suspended. All calls that create, trade or bring money in are theirs (docs/decisions/0050)
 * - admin, admin-step-up: the same for `is_admin`
 */
export type Access = 'visitor' | 'signout' | 'temporary' | 'member' | 'trader' | 'step-up' | 'admin' | 'admin-step-up'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One call of the API: who may make it, what it takes and what it answers. */
export type Endpoint = {
  access: Access
  /** Its chapter in the OpenAPI description, and its line there. */
  tag: string
  summary: string
  description?: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** The whole answer, its envelope included; left out where the answer is no JSON. */
  answer?: z.ZodType<{ data: unknown }>
  /** 200 where it is left out. */
  status?: 201
  /** The content type of an answer that is no JSON. */
  produces?: string
  /** Its body names rows by their ids: 404 when one is unknown. */
  namesRows?: true
  /** The body is a form with a file in it. */
  isUpload?: true
}

/** The calls of one resource, by method and path, with the path's parameters in braces. */
export type EndpointTable = Record<`${Method} /api/${string}/` | `${Method} /api/${string}.csv`, Endpoint>
