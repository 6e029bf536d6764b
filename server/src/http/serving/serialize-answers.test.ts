import { endpoints } from '@verso/protocol/endpoints'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { expect, test } from 'vitest'
import { buildListing, buildNft } from '../../../test/build-nft.ts'
import { buildMember } from '../../../test/build-member.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { compiledSerializer } from './serialize-answers.ts'

const t = useTestApp()

const routeOf = (schema: unknown) => ({ schema, method: 'GET', url: '/', httpStatus: '200' }) as never

test('compiled code writes the answers of the commonest reads as zod does, and leaves out what is not declared', async () => {
  const { id, headers } = await buildMember(t, { displayName: `"\\\u2028 é 😀`, lastName: null })
  const nft = await buildNft(t, { creator: await buildMember(t) })
  await buildListing(t, { nft, status: 'ACTIVE' })
  const reads = {
    'GET /api/nfts/': '/api/nfts/',
    'GET /api/nfts/{id}/': `/api/nfts/${nft.id}/`,
    'GET /api/nfts/{id}/activity-logs/': `/api/nfts/${nft.id}/activity-logs/`,
    'GET /api/users/{id}/': `/api/users/${id}/`,
    'GET /api/users/me/': '/api/users/me/',
    'GET /api/payments/': '/api/payments/',
  } as const
  for (const [name, url] of Object.entries(reads)) {
    const answer = (await t.app.inject({ url, headers })).json()
    const { answer: schema } = endpoints[name as keyof typeof reads]
    const [compiled, checked] = [compiledSerializer(routeOf(schema)), serializerCompiler(routeOf(schema))]
    const withMore = {
      ...answer,
      more: 1,
      data: Array.isArray(answer.data) ? answer.data : { ...answer.data, more: 1 },
    }
    expect(compiled(withMore)).toBe(checked(answer))
    expect(String(compiled)).not.toBe(String(checked))
  }
})
