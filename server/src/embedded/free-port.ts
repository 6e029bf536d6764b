import { type AddressInfo, createServer } from 'node:net'

/** A port that nothing listens on at this moment. */
export const findFreePort = (): Promise<number> => tryPort(0)

export const isPortFree = (port: number): Promise<boolean> =>
  tryPort(port).then(
    () => true,
    () => false,
  )

/** Opens the port (0: any) and closes it again. @throws the error of the system when it cannot be opened */
export function tryPort(port: number, host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ port, host, exclusive: true }, () => {
      const { port: opened } = server.address() as AddressInfo
      server.close(() => resolve(opened))
    })
  })
}
