import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createSolanaRpc } from '@solana/kit'
import { onTestFinished } from 'vitest'
import type { Node } from './node.ts'

const SERVE = join(import.meta.dirname, '../node/serve.ts')

export type Serving = Pick<Node, 'rpc'> & {
  /** Ends the process as a crash does. */
  kill(): Promise<void>
  /** Asks it to end. */
  stop(): Promise<number | null>
}

/** The node as a process of its own. */
export async function serve(folder: string, nodeFlags: string[] = []): Promise<Serving> {
  const child = spawn(process.execPath, [...nodeFlags, SERVE, '--folder', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const port = await readPort(child)
  const end = async (signal: NodeJS.Signals) => {
    const exited = child.exitCode === null ? once(child, 'exit') : undefined
    child.kill(signal)
    await exited
    return child.exitCode
  }
  return {
    rpc: createSolanaRpc(`http://127.0.0.1:${port}`),
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  }
}

/** The port that it prints; when it ends before, the problem. */
async function readPort(child: ChildProcess): Promise<string> {
  let problem = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (problem += text))
  if (!child.stdout) throw new Error('unreachable')
  for await (const line of createInterface({ input: child.stdout })) {
    const [, port] = /^Listening on 127\.0\.0\.1:(\d+)$/.exec(line) ?? []
    if (port) return port
  }
  throw new Error(problem)
}
