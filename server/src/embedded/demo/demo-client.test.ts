import { expect, test } from 'vitest'
import { buildMember } from '../../../test/build-member.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { openDemoClient } from './demo-client.ts'

const t = useTestApp()

test('a demo that takes longer than an access token lives goes on', async () => {
  const address = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const ports = { ...t.ctx.config.ports, public: Number(new URL(address).port) }
  const member = await buildMember(t)
  const client = await openDemoClient({ ...t.ctx, config: { ...t.ctx.config, ports } }, member.id)
  await client.call('GET', '/api/users/me/')
  t.clock.advance(11 * 60_000)
  expect(await client.call('GET', '/api/users/me/')).toMatchObject({ id: member.id })
})
