import type { z } from 'zod'
import type { Method } from './endpoint.ts'
import { balanceEndpoints, fiatAccountEndpoints, walletEndpoints } from './endpoints/accounts.ts'
import { adminPaymentEndpoints } from './endpoints/admin/payments.ts'
import { authEndpoints } from './endpoints/auth.ts'
import { developmentEndpoints } from './endpoints/development.ts'
import { factorEndpoints } from './endpoints/factors.ts'
import { featuredEndpoints } from './endpoints/featured.ts'
import { fileEndpoints } from './endpoints/files.ts'
import { moderationEndpoints } from './endpoints/admin/moderation.ts'
import { nftEndpoints } from './endpoints/nfts.ts'
import { notificationEndpoints } from './endpoints/notifications.ts'
import { operatorEndpoints } from './endpoints/admin/operator.ts'
import { paymentEndpoints } from './endpoints/payments.ts'
import { adminPayoutEndpoints, payoutEndpoints } from './endpoints/payouts.ts'
import { publicEndpoints } from './endpoints/public.ts'
import { socialEndpoints } from './endpoints/social.ts'
import { unknownTokenEndpoints } from './endpoints/admin/unknown-tokens.ts'
import { adminUserEndpoints, userEndpoints } from './endpoints/users.ts'
import { verificationEndpoints } from './endpoints/verification.ts'
import { webhookEndpoints } from './endpoints/admin/webhooks.ts'

/**
 * Every call of the API, declared once (docs/decisions/0230): the server's routes, the OpenAPI description and the
 * browser's client are made from it. The browser imports its types alone.
 */
export const endpoints = {
  ...publicEndpoints,
  ...authEndpoints,
  ...verificationEndpoints,
  ...factorEndpoints,
  ...userEndpoints,
  ...socialEndpoints,
  ...notificationEndpoints,
  ...fileEndpoints,
  ...nftEndpoints,
  ...featuredEndpoints,
  ...walletEndpoints,
  ...balanceEndpoints,
  ...fiatAccountEndpoints,
  ...paymentEndpoints,
  ...payoutEndpoints,
  ...adminUserEndpoints,
  ...adminPaymentEndpoints,
  ...adminPayoutEndpoints,
  ...moderationEndpoints,
  ...operatorEndpoints,
  ...unknownTokenEndpoints,
  ...webhookEndpoints,
  ...developmentEndpoints,
}

type Endpoints = typeof endpoints
/** "GET /api/nfts/{id}/" */
export type EndpointName = keyof Endpoints
/** The paths of one method, with their parameters in braces. */
export type ApiPath<Of extends Method> = EndpointName extends infer Name
  ? Name extends `${Of} ${infer Path}`
    ? Path
    : never
  : never

type SchemaOf<Name extends EndpointName, Part extends string> =
  Endpoints[Name] extends Record<Part, infer Schema extends z.ZodType> ? Schema : undefined
type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined
type OutputOf<Schema, None = undefined> = Schema extends z.ZodType ? z.output<Schema> : None

/** The input of the server's handler, parsed by the schemas. */
export type ParsedParams<Name extends EndpointName> = OutputOf<SchemaOf<Name, 'params'>, unknown>
export type ParsedQuery<Name extends EndpointName> = OutputOf<SchemaOf<Name, 'query'>, unknown>
export type ParsedBody<Name extends EndpointName> = OutputOf<SchemaOf<Name, 'body'>, unknown>

type PathParams<Name extends EndpointName> = InputOf<SchemaOf<Name, 'params'>>
export type Body<Name extends EndpointName> = InputOf<SchemaOf<Name, 'body'>>
export type Query<Name extends EndpointName> =
  SchemaOf<Name, 'query'> extends infer Schema extends z.ZodType
    ? {
        [Field in keyof z.input<Schema>]: QueryValue<
          z.input<Schema>[Field],
          z.output<Schema>[Field & keyof z.output<Schema>]
        >
      }
    : undefined

/** A flag's text may be sent as a boolean; a number that is coerced says by its output what it is. */
type QueryValue<Input, Output> = unknown extends Input
  ? Output | undefined
  : string extends Input
    ? Input
    : 'true' extends Input
      ? boolean | undefined
      : Input

/** A part of a call that it must have, may have or does not have. */
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : Record<never, never> extends Value
    ? { [Key in Name]?: Value }
    : undefined extends Value
      ? { [Key in Name]?: Value }
      : { [Key in Name]: Value }
/** The parts of a call that a client sends. */
export type Sent<Name extends EndpointName> = Part<'params', PathParams<Name>> &
  Part<'query', Query<Name>> &
  Part<'body', Body<Name>>

/** The server's answer; undefined where it is no JSON. */
export type Answer<Name extends EndpointName> = OutputOf<SchemaOf<Name, 'answer'>>
/** The same without its envelope. */
export type Data<Name extends EndpointName> = Answer<Name> extends { data: infer Data } ? Data : undefined
