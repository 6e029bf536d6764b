import fc from 'fast-check'
import { hostileValue } from './hostile-values.ts'
import type { JsonSchema } from './operations.ts'
import { Placeholder } from './placeholder.ts'

const MAX_PICK = 10_000

/** One of what was made so far. */
export const anyOfKind = (kind: string): fc.Arbitrary<Placeholder> =>
  fc.nat(MAX_PICK).map((pick) => new Placeholder(kind, pick))

const price = fc.oneof(
  fc.integer({ min: 2, max: 400 }),
  fc.constantFrom<unknown>('12.34', '1.08', 1.07, '100', 0, -5, '1,5'),
)
const checksummed = fc.constantFrom(
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
)

/** The things that a field may name, which a schema cannot say. By the field's name. */
const MEANINGS: Record<string, fc.Arbitrary<unknown>> = {
  file: anyOfKind('files'),
  thumbnail: anyOfKind('files'),
  avatar: anyOfKind('files'),
  header_image: anyOfKind('files'),
  buyer: fc.oneof(fc.constant(new Placeholder('self', 0)), anyOfKind('users')),
  owned_by: anyOfKind('users'),
  created_by: anyOfKind('users'),
  category: fc.integer({ min: 1, max: 6 }),
  chain: fc.constantFrom('POLYGON', 'POLYGON', 'ETH'),
  price,
  amount: price,
  min_price: price.map(String),
  max_price: price.map(String),
  royalty: fc.integer({ min: 0, max: 60 }),
  cashback_value: fc.constantFrom<unknown>(0, 500, '250', null),
  fiat_account: anyOfKind('accounts/fiats'),
  expires_at: anyOfKind('later'),
  address: checksummed,
  email: anyOfKind('emails'),
  username: anyOfKind('emails'),
  password: anyOfKind('passwords'),
  confirm_password: anyOfKind('passwords'),
  current: anyOfKind('passwords'),
  new_password: anyOfKind('passwords'),
  confirm_new_password: anyOfKind('passwords'),
  otp: anyOfKind('codes'),
  token: fc.oneof(anyOfKind('codes'), anyOfKind('links')),
  refresh: anyOfKind('refreshes'),
  phone: fc.constantFrom('+94771234567', '+4915112345678', '0771234567'),
  account_number: fc.constantFrom('DE02120300000000202051', 'GB33BUKB20201555555555', '00012345678'),
  country: fc.constantFrom('DE', 'GB', 'US'),
  currency: fc.constantFrom('EUR', 'USD', 'GBP'),
  cursor: anyOfKind('cursors'),
  key: anyOfKind('receipt-keys'),
  q: fc.oneof(anyOfKind('emails'), anyOfKind('payments')),
  to: anyOfKind('emails'),
  bio: fc.string({ minLength: 150, maxLength: 200 }),
  version: fc.nat(3),
  data: fc.constantFrom(`0xc87b56dd${'0'.repeat(64)}`, `0x6352211e${'f'.repeat(64)}`),
}

type Options = { isHostile: boolean }

/** Values that a schema of the description allows; with `isHostile`, here and there one that it does not. */
export function arbitraryOf(schema: JsonSchema, options: Options, name = ''): fc.Arbitrary<unknown> {
  const meaning = Object.hasOwn(MEANINGS, name) ? MEANINGS[name] : undefined
  const allowed = meaning
    ? fc.oneof({ weight: 7, arbitrary: meaning }, { weight: 1, arbitrary: bySchema(schema, options) })
    : bySchema(schema, options)
  return options.isHostile
    ? fc.oneof({ weight: 3, arbitrary: allowed }, { weight: 1, arbitrary: hostileValue })
    : allowed
}

function bySchema(schema: JsonSchema, options: Options): fc.Arbitrary<unknown> {
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (choices) return fc.oneof(...choices.map((each) => arbitraryOf(each, options)))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]))
  const types = [schema.type ?? 'anything'].flat() as string[]
  return fc.oneof(...types.map((type) => ofType(type, schema, options)))
}

function ofType(type: string, schema: JsonSchema, options: Options): fc.Arbitrary<unknown> {
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number') return numberOf(schema)
  if (type === 'string') return stringOf(schema)
  if (type === 'array') return listOf(schema, options)
  if (type === 'object') return objectOf(schema, options)
  return fc.jsonValue({ maxDepth: 2 })
}

const numberOf = ({ minimum, maximum }: JsonSchema) =>
  fc.integer({ min: Math.max(Number(minimum ?? 0), -1e6), max: Math.min(Number(maximum ?? 1_000), 1e6) })

function stringOf({ pattern, format, minLength, maxLength }: JsonSchema): fc.Arbitrary<unknown> {
  if (format === 'uuid') return anyOfKind('ids')
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern))
  const min = Number(minLength ?? 0)
  return fc.string({ unit: 'grapheme', minLength: min, maxLength: Math.min(Number(maxLength ?? 40), min + 40) })
}

const listOf = ({ items, minItems, maxItems }: JsonSchema, options: Options) =>
  fc.array(arbitraryOf((items ?? {}) as JsonSchema, options), {
    minLength: Number(minItems ?? 0),
    maxLength: Math.min(Number(maxItems ?? 5), 5),
  })

function objectOf(schema: JsonSchema, options: Options): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
  if (properties.length === 0) return fc.dictionary(fc.string({ maxLength: 10 }), fc.jsonValue({ maxDepth: 1 }))
  const model = Object.fromEntries(properties.map(([key, each]) => [key, arbitraryOf(each, options, key)]))
  const required = options.isHostile ? [] : ((schema.required ?? []) as string[])
  return fc.record(model, { requiredKeys: required.filter((key) => key in model) }).map(confirmed)
}

/** A field to be typed twice is mostly typed the same. */
function confirmed(body: Record<string, unknown>): Record<string, unknown> {
  for (const [again, first] of [
    ['confirm_password', 'password'],
    ['confirm_new_password', 'new_password'],
  ] as const)
    if (again in body && first in body) body[again] = body[first]
  return body
}
