import { spawn } from 'node:child_process'
import { join } from 'node:path'

const SOURCES = join(import.meta.dirname, '../src')

/** Runs a script of the server as the operator does, with these settings and no others. */
export function runScript(
  script: string,
  args: string[],
  settings: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, HOME, NODE_COMPILE_CACHE, ...settings }
  const child = spawn(process.execPath, [join(SOURCES, script), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}
