import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** Takes connections and bytes, and passes nothing on: a half-open network, which no end is told of. */
  silence(): void
  /** New connections go through again; those that went silent stay so, as after a failover. */
  resume(): void
  stop(): Promise<void>
}

/** Stands between a client and a server on the loopback. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  let isSilent = false
  const sockets = new Set<Socket>()
  /** Clients whose bytes go nowhere any more. */
  const silenced = new WeakSet<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket))
  }
  const server = createServer({ allowHalfOpen: true }, (client) => {
    keep(client)
    if (isSilent) return void silenced.add(client)
    const target = connect(targetPort, '127.0.0.1')
    keep(target)
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      from.on('data', (bytes) => void (silenced.has(client) || to.write(bytes)))
      from.once('close', () => void (silenced.has(client) || to.destroy()))
      from.once('end', () => void (silenced.has(client) || to.end()))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    silence: () => {
      isSilent = true
      for (const socket of sockets) silenced.add(socket)
    },
    resume: () => {
      isSilent = false
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
