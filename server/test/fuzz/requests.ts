import fc from 'fast-check'
import { anyOfKind, arbitraryOf } from './arbitrary-of.ts'
import {
  BODY_DAMAGES,
  CONTENT_TYPES,
  HOSTILE_HEADERS,
  HOSTILE_QUERIES,
  HOSTILE_SEGMENTS,
  hostileValue,
} from './hostile-values.ts'
import type { Operation } from './operations.ts'
import type { Placeholder } from './placeholder.ts'
import { type Template, TEMPLATES } from './templates.ts'

export const CALLERS = ['visitor', 'temporary', 'member', 'admin'] as const
export type Caller = (typeof CALLERS)[number]

export type Body =
  | { kind: 'none' }
  | { kind: 'json'; value: unknown; damage: string; type: string | undefined }
  | { kind: 'upload'; file: number; damage: string }
  | { kind: 'event'; payment: Placeholder; value: unknown; damage: string; isSigned: boolean }

/** A request as it is drawn; ids and codes are filled in when it is sent. */
export type Drawn = {
  operation: Operation
  caller: Caller
  segments: Record<string, Placeholder | string>
  query: [string, unknown][]
  rawQuery: string
  headers: Record<string, string>
  body: Body
}

/** Answers that are given late on purpose are asked for less often, and what moves NFTs and money more often. */
const SLOW = /register|request-password-reset|resend-email/
const MOVING = /^PUT \/api\/nfts\/\{id\}\/$|^POST \/api\/(nfts|payouts|dev\/payments\/\{payment_id\})\/$/
const [SELDOM, NORMAL, OFTEN] = [1, 8, 40]
const weightOf = ({ method, path }: Operation): number =>
  SLOW.test(path) ? SELDOM : MOVING.test(`${method} ${path}`) ? OFTEN : NORMAL

export const anyRequest = (operations: Operation[]): fc.Arbitrary<Drawn> =>
  fc.oneof(
    ...operations.map((operation) => ({
      weight: weightOf(operation),
      arbitrary: fc.oneof(
        ...(TEMPLATES[`${operation.method} ${operation.path}`] ?? [undefined]).map((template) =>
          requestOf(operation, { isHostile: false, template }),
        ),
        requestOf(operation, { isHostile: true, template: undefined }),
      ),
    })),
  )

type Options = { isHostile: boolean; template: Template | undefined }

function requestOf(operation: Operation, { isHostile, template }: Options): fc.Arbitrary<Drawn> {
  return fc.record({
    operation: fc.constant(operation),
    caller: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...rightful(operation)) }, fc.constantFrom(...CALLERS)),
    segments: template?.about ? fc.record({ id: anyOfKind(template.about) }) : segmentsOf(operation, isHostile),
    query: queryOf(operation, isHostile),
    rawQuery: isHostile
      ? fc.oneof({ weight: 2, arbitrary: fc.constant('') }, fc.constantFrom(...HOSTILE_QUERIES))
      : fc.constant(''),
    headers: headersOf(isHostile),
    body: template ? jsonOf(template.body) : bodyOf(operation, isHostile),
  })
}

/** Those who get past the first check, so that what is behind it is reached. */
const rightful = ({ access }: Operation): Caller[] =>
  access.startsWith('admin') ? ['admin'] : access === 'temporary' ? ['temporary'] : ['member', 'member', 'admin']

/** `/api/nfts/{id}/retry/` → nfts: what its ids are ids of. */
export const kindOf = (path: string): string =>
  path
    .replace(/^\/api\/(admin\/)?/, '')
    .replace(/^dev\//, '')
    .split('/{')[0] as string

function segmentsOf({ path, parameters }: Operation, isHostile: boolean) {
  const segments = parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, schema }) => {
      const real =
        name === 'page'
          ? anyOfKind('pages')
          : name === 'provider'
            ? fc.constant('sandbox')
            : schema.enum
              ? fc.constantFrom(...(schema.enum as string[]))
              : anyOfKind(kindOf(path))
      return [
        name,
        isHostile ? fc.oneof({ weight: 3, arbitrary: real }, fc.constantFrom(...HOSTILE_SEGMENTS)) : real,
      ] as const
    })
  return fc.record(Object.fromEntries(segments)) as fc.Arbitrary<Record<string, Placeholder | string>>
}

function queryOf({ parameters }: Operation, isHostile: boolean): fc.Arbitrary<[string, unknown][]> {
  const described = parameters.filter((parameter) => parameter.in === 'query')
  if (described.length === 0) return fc.constant([])
  const model = Object.fromEntries(
    described.map(({ name, schema }) => {
      const allowed = arbitraryOf(schema, { isHostile: false }, name)
      if (name === 'cursor') return [name, fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, allowed)]
      return [name, isHostile ? fc.oneof({ weight: 2, arbitrary: allowed }, hostileValue) : allowed]
    }),
  )
  const requiredKeys = isHostile ? [] : described.filter(({ required }) => required).map(({ name }) => name)
  return fc.record(model, { requiredKeys }).map((query) => Object.entries(query))
}

/** Few keys, so that the same comes twice, with the same body and with another. */
const idempotencyKey = fc.nat(9).map((key) => ({ 'idempotency-key': `key-${key}` }))

const headersOf = (isHostile: boolean): fc.Arbitrary<Record<string, string>> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant({}) },
    idempotencyKey,
    ...(isHostile ? [{ weight: 3, arbitrary: fc.constantFrom(...HOSTILE_HEADERS) }] : []),
  )

function bodyOf(operation: Operation, isHostile: boolean): fc.Arbitrary<Body> {
  const damage = isHostile
    ? fc.oneof({ weight: 2, arbitrary: fc.constant('none') }, fc.constantFrom(...Object.keys(BODY_DAMAGES)))
    : fc.constant('none')
  if (operation.path.startsWith('/api/payments/webhooks/')) return eventOf(damage)
  if (operation.isUpload) return fc.record({ kind: fc.constant('upload' as const), file: fc.nat(50), damage })
  const value = operation.body
    ? arbitraryOf(operation.body, { isHostile })
    : isHostile
      ? hostileValue
      : fc.constant(undefined)
  const type = isHostile
    ? fc.oneof({ weight: 5, arbitrary: fc.constant('application/json') }, fc.constantFrom(...CONTENT_TYPES, undefined))
    : fc.constant('application/json')
  const json = fc.record({ kind: fc.constant('json' as const), value, damage, type })
  const none = fc.constant({ kind: 'none' as const })
  if (operation.method === 'GET') return none
  return isHostile ? fc.oneof({ weight: 6, arbitrary: json }, none) : operation.body ? json : none
}

const jsonOf = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Body> =>
  fc.record({
    kind: fc.constant('json' as const),
    value,
    damage: fc.constant('none'),
    type: fc.constant('application/json'),
  })

/** An event of the payment provider, rightly signed or not. */
const eventOf = (damage: fc.Arbitrary<string>): fc.Arbitrary<Body> =>
  fc.record({
    kind: fc.constant('event' as const),
    payment: anyOfKind('payments'),
    value: fc.oneof(fc.constant(undefined), hostileValue),
    damage,
    isSigned: fc.boolean(),
  })
