import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { buildMember } from '../../../test/build-member.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { openDemoClient } from './demo-client.ts'

const t = useTestApp()

/** A client of the running product, or of what stands at another address. */
async function openClient(address: string) {
  const member = await buildMember(t)
  const ports = { ...t.ctx.config.ports, public: Number(new URL(address).port) }
  return { member, client: await openDemoClient({ ...t.ctx, config: { ...t.ctx.config, ports } }, member.id) }
}

test('a demo that takes longer than an access token lives goes on', async () => {
  const { member, client } = await openClient(await t.app.listen({ port: 0, host: '127.0.0.1' }))
  await client.call('GET /api/users/me/')
  t.clock.advance(11 * 60_000)
  expect(await client.call('GET /api/users/me/')).toMatchObject({ id: member.id })
})

test('a machine that is too busy to answer is asked again', async () => {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    response.writeHead(asked < 3 ? 503 : 200, { 'content-type': 'application/json' }).end('{"data":"done"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { client } = await openClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  expect(await client.call('PUT /api/accounts/credits/', { body: { amount: 40 } })).toBe('done')
  expect(asked).toBe(3)
})
