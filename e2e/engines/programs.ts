import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** A program that runs until `end`. */
export function startProgram(
  path: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): { child: ChildProcess; end(): void } {
  const child = spawn(path, args, { env, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  child.on('error', () => undefined)
  return { child, end: () => void child.kill('SIGTERM') }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
