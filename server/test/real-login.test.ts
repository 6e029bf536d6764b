import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneProject } from './clone-project.ts'
import { freePorts } from './product.ts'

const NOBODY = 65_534
const LONG_MS = 480_000
const home = mkdtempSync(join(tmpdir(), 'verso-login-'))
const clone = join(home, 'Änne Müller é/verso')
const RUN = join(clone, 'scripts/run.mjs')

/** With npm test the pages are built already; alone, they are here, by the user who owns the folder. */
beforeAll(async () => {
  const { ensureWebBuilt } = await import(new URL('../../scripts/build-web.mjs', import.meta.url).href)
  const { withSetupLock } = await import(new URL('../../scripts/set-up/setup-lock.mjs', import.meta.url).href)
  await withSetupLock(() => ensureWebBuilt(process.execPath))
  chmodSync(home, 0o755)
  cloneProject(clone)
}, LONG_MS)
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }))

/** How to become an ordinary user, who did not install the product; root cannot reach every user's folders as another one. */
function becomeOrdinary(): { wrapper: string[]; isOther: boolean } {
  if (process.getuid?.() !== 0) return { wrapper: [], isOther: false }
  const program = 'setpriv'
  const other = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--inh-caps=-all']
  if (spawnSync(program, [...other, process.execPath, '--check', RUN]).status === 0)
    return { wrapper: [program, ...other], isOther: true }
  return { wrapper: ['unshare', '--user', '--map-user=1000', '--map-group=1000'], isOther: false }
}

/** With the environment of a login on a German Debian, and nothing else; umask 077. */
function launch(
  env: Record<string, string | undefined>,
  wrapper: string[],
): { child: ChildProcess; said: () => string } {
  const login = {
    PATH: process.env.PATH,
    HOME: home,
    USER: 'zoe',
    LOGNAME: 'zoe',
    SHELL: '/bin/bash',
    TERM: 'xterm-256color',
    MAIL: '/var/mail/zoe',
    HOST: 'rechner.example',
    HOSTNAME: 'rechner',
    LANG: 'de_DE.UTF-8',
    LC_ALL: 'de_DE.UTF-8',
    LANGUAGE: 'de_DE:de',
    TZ: 'Asia/Kathmandu',
    DISPLAY: ':0',
    XDG_SESSION_TYPE: 'x11',
    ...env,
  }
  const start = ['sh', '-c', 'umask 077; exec "$@"', 'login', process.execPath, RUN, 'start']
  const [command = '', ...args] = [...wrapper, ...start]
  const child = spawn(command, args, { cwd: home, env: login, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { child, said: () => output }
}

test(
  'npm start works in the environment of a real login, in a folder named in German, for a user who did not install it',
  async () => {
    const { wrapper, isOther } = becomeOrdinary()
    const dataDir = join(home, 'Daten für Zoë é')
    mkdirSync(dataDir)
    if (isOther) for (const folder of [home, dataDir]) chownSync(folder, NOBODY, NOBODY)
    // The second start finds the data of the first.
    for (const more of [{}, { NODE_ENV: 'development' }]) {
      const ports = await freePorts()
      const env = { DATA_DIR: dataDir, DEMO_CONTENT: '0', ...ports, ...more }
      const { child, said } = launch(env, wrapper)
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
      const isReady = new Promise<boolean>((resolve) => {
        child.stdout?.on('data', () => said().includes('is ready') && resolve(true))
        void ended.then(() => resolve(false))
      })
      expect({ isReady: await isReady, said: said() }).toMatchObject({ isReady: true })
      expect(said()).not.toContain('!')
      const health = await fetch(`http://localhost:${ports.PORT}/api/health/`)
      const outbox = await fetch(`http://localhost:${ports.PORT}/api/dev/outbox/`)
      const page = await fetch(`http://localhost:${ports.PORT}/`)
      child.kill('SIGTERM')
      await ended
      expect([health.status, outbox.status, page.status]).toEqual([200, 200, 200])
    }
  },
  LONG_MS,
)
