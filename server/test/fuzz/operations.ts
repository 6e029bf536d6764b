import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Access } from '@verso/protocol/endpoint'
import type { App } from '../../src/http/app-type.ts'
import type { Site } from '../../src/app.ts'

export type JsonSchema = { [keyword: string]: unknown }
type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: JsonSchema }
type Content = Record<string, { schema?: JsonSchema }>
type Described = {
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

/** One call of the API as /api/openapi.json describes it. */
export type Operation = {
  site: Site
  method: string
  /** With its parameters in braces. */
  path: string
  access: Access
  parameters: Parameter[]
  /** undefined: the call takes no JSON. */
  body: JsonSchema | undefined
  isUpload: boolean
  /** By status; null where the description promises no JSON. */
  answers: Map<string, ValidateFunction | null>
}

const bracesOf = (url: string): string => url.replaceAll(/:(\w+)/g, '{$1}')

/** Every call of a site that its own description lists, read over HTTP as a client reads it. */
export async function readOperations(app: App, site: Site): Promise<Operation[]> {
  const description = (await app.inject('/api/openapi.json')).json<{
    paths: Record<string, Record<string, Described>>
    components?: object
  }>()
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'openapi', components: description.components ?? {} })
  const compiled = new Map<string, ValidateFunction>()
  const compile = (schema: JsonSchema) => {
    // References are relative to the description they stand in.
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as JsonSchema)
    compiled.set(text, validate)
    return validate
  }
  const operations: Operation[] = []
  for (const { method, url, access } of app.routeAccess) {
    if (url === '/api/openapi.json') continue
    const path = bracesOf(url)
    const described = description.paths[path]?.[method.toLowerCase()]
    if (!described) throw new Error(`${method} ${url} is not described`)
    operations.push({ site, method, path, access, ...read(compile, described) })
  }
  return operations
}

function read(
  compile: (schema: JsonSchema) => ValidateFunction,
  { parameters = [], requestBody, responses }: Described,
) {
  const answers = new Map<string, ValidateFunction | null>()
  for (const [status, { content }] of Object.entries(responses)) {
    const schema = content?.['application/json']?.schema
    answers.set(status, schema ? compile(schema) : null)
  }
  return {
    parameters,
    body: requestBody?.content['application/json']?.schema,
    isUpload: requestBody?.content['multipart/form-data'] !== undefined,
    answers,
  }
}
