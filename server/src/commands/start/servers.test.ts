import { expect, test } from 'vitest'
import { freePorts } from '../../../test/product.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { startServers } from './servers.ts'

const t = useTestApp()

test('a process that is told to end is not ready at once, serves for its grace time, and then takes no connection', async () => {
  const { PORT, ADMIN_PORT, MEDIA_PORT } = await freePorts()
  const ports = { ...t.ctx.config.ports, public: Number(PORT), admin: Number(ADMIN_PORT), media: Number(MEDIA_PORT) }
  const { promise: grace, resolve: endGrace } = Promise.withResolvers<void>()
  const servers = await startServers({ ...t.ctx, config: { ...t.ctx.config, ports } }, () => grace)
  const ask = async (path: string, port = PORT) => {
    const { status, headers } = await fetch(`http://127.0.0.1:${port}${path}`)
    return { status, connection: headers.get('connection') }
  }
  // With a database that answers late, it is not ready at first.
  await expect.poll(() => ask('/api/ready/')).toEqual({ status: 200, connection: 'keep-alive' })
  const stopped = servers.stop()
  expect(await ask('/api/ready/')).toEqual({ status: 503, connection: 'close' })
  expect(await ask('/api/ready/', ADMIN_PORT)).toMatchObject({ status: 503 })
  expect(await ask('/api/categories/')).toEqual({ status: 200, connection: 'close' })
  expect(await ask('/api/health/')).toMatchObject({ status: 200 })
  endGrace()
  await stopped
  await expect(ask('/api/categories/')).rejects.toThrow('fetch failed')
})
