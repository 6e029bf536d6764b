import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifySchema, RouteOptions } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { App } from '../app-type.ts'
import { describeFailures } from './describe-failures.ts'
import { describeWebhooks } from './describe-webhooks.ts'

/** The OpenAPI 3.1 description, made from the schemas the server checks with. Registered before the routes it describes. */
export async function registerOpenApi(app: App, ctx: Context): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${ctx.config.brand} API`,
        version: '1',
        description: 'Success is `{data}`, failure `{errors, code, request_id}`.',
      },
      webhooks: describeWebhooks() as never,
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: (document) => jsonSchemaTransform({ ...document, schema: describe(document) } as never),
    transformObject: jsonSchemaTransformObject,
  })
  app.get('/api/openapi.json', { config: { access: 'visitor' }, schema: { hide: true } }, async () => app.swagger())
  await app.register(swaggerUi, { routePrefix: '/api/docs', indexPrefix: '', staticCSP: false })
}

type Route = { schema: FastifySchema; route: RouteOptions }

/** Adds to the description what the schemas lack: failures, uploads, and answers that are not JSON. */
function describe({ schema, route }: Route): FastifySchema {
  if (!schema || schema.hide) return schema
  const { response, body } = schema
  return {
    ...schema,
    ...(schema.consumes?.includes('multipart/form-data') && !body && { body: UPLOAD }),
    response: { ...(response ?? textOf(schema.produces)), ...describeFailures(route) },
  }
}

const UPLOAD = z.object({ file: z.file() })

const textOf = (produces: readonly string[] = ['text/plain']) => ({
  200: {
    description: 'The file',
    content: Object.fromEntries(produces.map((type) => [type, { schema: z.string() }])),
  },
})
