import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { CACHE, ROOT } from '../paths.mjs'
import { SetupError } from './setup-error.mjs'

const NETWORK_TROUBLE =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT/
const SHOWN_LINES = 15
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** The environment in which `node` is this one, also for what npm starts, and starts with what it has compiled before. */
export function environmentOf(node) {
  const path = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`
  return { NODE_COMPILE_CACHE: join(CACHE, 'compiled'), ...process.env, PATH: path }
}

/** Runs npm under this Node, quietly. @throws SetupError with the cause in words */
export async function runNpm(node, args, { cwd = ROOT } = {}) {
  const { command, commandArgs, shell } = npmCommand(node, args)
  const output = []
  const child = spawn(command, commandArgs, { cwd, shell, env: environmentOf(node), stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => output.push(text))
  const code = await withSignals(
    child,
    new Promise((resolve) => {
      child.once('error', () => resolve(127))
      child.once('exit', resolve)
    }),
  )
  if (code === 0) return
  const text = output.join('')
  if (NETWORK_TROUBLE.test(text)) {
    throw new SetupError(
      'The npm registry cannot be reached, and the dependencies are not installed yet.\n' +
        'Check the network (or `npm config get registry`) and run the same command again.',
    )
  }
  const lines = text.trim().split('\n').slice(-SHOWN_LINES).join('\n  ')
  throw new SetupError(`npm ${args.join(' ')} failed:\n  ${lines}`)
}

/** A signal that ends us is passed on to npm, and we wait for it: two installations in one folder would undo each other. */
async function withSignals(child, ended) {
  let received
  const end = (signal) => {
    received = signal
    child.kill(signal)
  }
  for (const signal of SIGNALS) process.on(signal, end)
  const code = await ended
  for (const signal of SIGNALS) process.off(signal, end)
  if (received) process.exit(128 + constants.signals[received])
  return code
}

/** The npm that started us, else the one on the PATH. */
function npmCommand(node, args) {
  const cli = process.env.npm_execpath
  if (cli?.endsWith('npm-cli.js')) return { command: node, commandArgs: [cli, ...args], shell: false }
  return { command: 'npm', commandArgs: args, shell: process.platform === 'win32' }
}
