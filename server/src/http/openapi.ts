import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Context } from '../context.ts'
import type { App } from './app-type.ts'

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
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
  })
  app.get('/api/openapi.json', { config: { access: 'visitor' }, schema: { hide: true } }, async () => app.swagger())
  await app.register(swaggerUi, { routePrefix: '/api/docs', indexPrefix: '', staticCSP: false })
}
