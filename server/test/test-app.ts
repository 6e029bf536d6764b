import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, inject } from 'vitest'
import { buildApp } from '../src/app.ts'
import { systemRandom } from '../src/clock.ts'
import { createConfig, logLevelOf } from '../src/config/config.ts'
import { limitsOf } from '../src/config/limits.ts'
import { readSettings } from '../src/config/read-settings.ts'
import type { CustodyContext } from '../src/custody/outcomes.ts'
import { createContext } from '../src/create-context.ts'
import { type Faults, noFaults } from '../src/embedded/sandbox/faults.ts'
import type { Deliver } from '../src/embedded/sandbox/sandbox-context.ts'
import { type Sandbox, startSandbox } from '../src/embedded/sandbox/start-sandbox.ts'
import type { App } from '../src/http/app-type.ts'
import { createLogger } from '../src/logger.ts'
import { createTestKeys, prepareTestChains, type TestKeys } from './chain.ts'
import { completeProduction } from './production.ts'
import { copyTemplate } from './database.ts'
import { runJobs } from './run-jobs.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

export type Call = { token?: string; body?: unknown; headers?: Record<string, string>; site?: 'marketplace' | 'admin' }
// oxlint-disable-next-line typescript/no-explicit-any -- a test reads answers of any shape
export type Answer = { status: number; body: any; headers: Record<string, unknown> }

export type TestApp = {
  ctx: CustodyContext
  clock: TestClock
  app: App
  adminApp: App
  ownerUrl: string
  keys: TestKeys
  sandbox: Sandbox
  /** The faults of the sandbox's webhooks; none unless a test says so. */
  faults: Faults
  /** Calls the API of the marketplace, or of the admin site. */
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, options?: Call): Promise<Answer>
  /** Does all waiting work; fails the test when a job fails. */
  runJobs(options?: { failOnError?: boolean }): Promise<Error[]>
}

/** The real app on its own copy of the database, its own contract and the sandbox provider, for one test file. */
export function useTestApp(options: { env?: Record<string, string> } = {}): TestApp {
  const t = { faults: noFaults(), keys: createTestKeys() } as TestApp
  const closers: (() => Promise<unknown>)[] = []
  beforeAll(async () => void (await open(t, closers, options.env ?? {})))
  afterAll(async () => {
    for (const close of closers.reverse()) await close()
  })
  return t
}

async function open(t: TestApp, closers: (() => Promise<unknown>)[], env: Record<string, string>): Promise<void> {
  const database = await copyTemplate({ ownerUrl: inject('postgresOwnerUrl'), appUrl: inject('postgresAppUrl') })
  closers.push(() => database.drop())
  const dataDir = await mkdtemp(join(tmpdir(), 'verso-data-'))
  closers.push(() => rm(dataDir, { recursive: true, force: true }))
  // Each file has media processes of its own: what one has compiled serves them all.
  const compiled = process.env.NODE_COMPILE_CACHE
  if (compiled) await symlink(compiled, join(dataDir, 'code-cache'))
  const rpcUrls = inject('rpcUrls')
  await prepareTestChains(database.ownerUrl, rpcUrls, t.keys)
  const isPublic = Object.values(env).some((value) => value.startsWith('https://'))
  const settings = readSettings({
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    DATA_DIR: dataDir,
    PORT: '0',
    ADMIN_PORT: '0',
    MEDIA_PORT: '0',
    PAY_PORT: '0',
    ...(isPublic && (await completeProduction({ ...database, rpcUrls, keys: t.keys }))),
    ...env,
  })
  const config = createConfig(settings, {
    database: { ownerUrl: database.ownerUrl, appUrl: database.appUrl, appRole: 'verso_app' },
    rpcUrls,
    secrets: {
      secretKey: 's'.repeat(40),
      walletKek: 'k'.repeat(40),
      webhookSecret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
      ...t.keys,
    },
  })
  // The tests of a limit set it; none is met by chance, with a public address or on a busy machine either.
  if (isPublic) config.limits = limitsOf(settings, { isOpen: true })
  config.limits = { ...config.limits, eventLoopLagMs: Infinity }
  t.clock = createTestClock()
  const ctx = await createContext(config, {
    clock: t.clock,
    random: { ...systemRandom },
    log: createLogger(logLevelOf(settings)),
  })
  closers.push(() => ctx.close())
  await ctx.jobs.start()
  closers.push(() => ctx.jobs.stop())
  // Webhooks come in by injection, and only when a test lets them: nothing runs by the wall clock.
  const deliver: Deliver = async ({ headers, body }) =>
    (await t.app.inject({ method: 'POST', url: '/api/payments/webhooks/sandbox/', headers, payload: body })).statusCode
  const sandbox = await startSandbox(ctx, { deliver, pollMs: 0, faults: t.faults })
  t.sandbox = sandbox
  closers.push(() => sandbox.stop())
  t.ctx = ctx
  t.ownerUrl = database.ownerUrl
  t.app = injectable(await buildApp(ctx, 'marketplace'), config.urls.public)
  t.adminApp = injectable(await buildApp(ctx, 'admin'), config.urls.admin)
  closers.push(async () => Promise.all([t.app.close(), t.adminApp.close()]))
  t.call = (method, path, call) => callApi(call?.site === 'admin' ? t.adminApp : t.app, method, path, call)
  t.runJobs = (options) => runJobs(ctx, options)
}

/** As the site is called here: under its own name, when it has one; of what does not end, the head alone. */
function injectable(app: App, url: string | undefined): App {
  const authority = url && new URL(url).host
  const inject = app.inject.bind(app)
  const called = async (given: string | InjectOptions) => {
    const options = { ...(authority && { authority }), ...(typeof given === 'string' ? { url: given } : given) }
    if (!/^\/api\/live\/?(?:$|\?)/.test(String(options.url))) return inject(options)
    const answer = await inject({ ...options, payloadAsStream: true })
    const text = answer.statusCode === 200 ? '' : (await answer.stream().toArray()).join('')
    answer.stream().destroy()
    return Object.assign(answer, {
      body: text,
      payload: text,
      rawPayload: Buffer.from(text),
      json: () => JSON.parse(text) as unknown,
    })
  }
  return Object.assign(app, { inject: called as App['inject'] })
}

/** Calls the API of an app as `TestApp.call` does. */
export async function callApi(
  app: App,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  call: Call = {},
): Promise<Answer> {
  const headers = { ...(call.token && { authorization: `Bearer ${call.token}` }), ...call.headers }
  const answer = await app.inject({
    method,
    url: path,
    headers,
    ...(call.body !== undefined && { payload: call.body as object }),
  })
  const isJson = String(answer.headers['content-type'] ?? '').includes('json')
  return {
    status: answer.statusCode,
    body: isJson && answer.body ? JSON.parse(answer.body) : answer.body,
    headers: answer.headers,
  }
}
