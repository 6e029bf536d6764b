import fastJsonStringify, { type Schema } from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { z } from 'zod'

/**
 * Writes answers by code that is compiled from their declaration at the first of each: what is not declared is left out, as ever, and
 * nothing is validated again (docs/decisions/0260). Kinds of declarations that it does not know are written by zod.
 */
export const compiledSerializer: FastifySerializerCompiler<z.ZodType> = (route) => {
  const schema = schemaOf(route.schema)
  if (!schema) return serializerCompiler(route)
  let write: ((answer: unknown) => string) | undefined
  return (answer: unknown) => {
    write ??= fastJsonStringify(schema)
    return write(answer)
  }
}

/** A fraction would be cut off to an integer, and a null that is not declared be written as 0 or "": neither may pass for a value. */
const SCALARS: Record<string, Schema> = {
  string: { type: 'string', nullable: true },
  enum: { type: 'string', nullable: true },
  number: { type: 'number', nullable: true },
  boolean: { type: 'boolean', nullable: true },
}

/** The shape alone, without rules for values; undefined where it has another part than those that answers are made of. */
function schemaOf(declared: z.core.$ZodType): Schema | undefined {
  const { def } = declared._zod as { def: z.core.$ZodTypeDef }
  const { type, shape, element, innerType, values = [] } = def as Parts
  if (type === 'object' && shape && !('catchall' in def && def.catchall)) return objectOf(shape)
  if (type === 'array' && element) return withPart(element, (items) => ({ type: 'array', items }))
  if (type === 'nullable' && innerType) return withPart(innerType, (part) => ({ ...part, nullable: true }))
  if (type === 'optional' && innerType) return schemaOf(innerType)
  return SCALARS[type === 'literal' ? typeof values[0] : type]
}
type Parts = {
  type: string
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  innerType?: z.core.$ZodType
  values?: unknown[]
}

function objectOf(shape: Record<string, z.core.$ZodType>): Schema | undefined {
  const properties = Object.entries(shape).map(([name, part]) => [name, schemaOf(part)] as const)
  if (properties.some(([, part]) => part === undefined)) return undefined
  return { type: 'object', properties: Object.fromEntries(properties) as Record<string, Schema> }
}

function withPart(declared: z.core.$ZodType, make: (part: Schema) => Schema): Schema | undefined {
  const part = schemaOf(declared)
  return part && make(part)
}
