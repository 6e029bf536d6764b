import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './product.ts'

/** Whether Debian's `pgbouncer` is installed. */
export const hasPooler = spawnSync('pgbouncer', ['--version']).status === 0

/** PgBouncer in transaction mode before the server of a database, with the role and the password of its address. */
export async function startPooler(databaseUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  const target = new URL(databaseUrl)
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'verso-pooler-'))
  const file = join(folder, 'pgbouncer.ini')
  const password = decodeURIComponent(target.password)
  const options = `host=127.0.0.1 port=${target.port} user=${target.username} password='${password}'`
  const settings = ['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'auth_type = any', 'unix_socket_dir =']
  const pool = ['pool_mode = transaction', 'default_pool_size = 5', 'max_client_conn = 200']
  await writeFile(file, ['[databases]', `* = ${options}`, '[pgbouncer]', ...settings, ...pool].join('\n'), {
    mode: 0o644,
  })
  // It refuses to run as root, and gives that up itself.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', ['-q', ...user, file], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  while (!(await isOpen(Number(port)))) await Promise.race([sleep(20), ended.then(failToStart)])
  target.host = `127.0.0.1:${port}`
  return {
    url: target.href,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const failToStart = () => {
  throw new Error('pgbouncer did not start')
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
