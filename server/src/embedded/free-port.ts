import { createServer } from 'node:net'

/** A port that nothing listens on at this moment. */
export async function findFreePort(): Promise<number> {
  const port = await tryListen(0)
  if (port === undefined) throw new Error('no free port on 127.0.0.1')
  return port
}

export const isPortFree = async (port: number): Promise<boolean> => (await tryListen(port)) !== undefined

function tryListen(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address()
      const taken = typeof address === 'object' && address !== null ? address.port : undefined
      server.close(() => resolve(taken))
    })
  })
}
