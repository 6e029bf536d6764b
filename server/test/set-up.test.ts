import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const { PACKAGES, installVerified } = await import(
  new URL('../../scripts/set-up/pinned-node.mjs', import.meta.url).href
)
const folder = mkdtempSync(join(tmpdir(), 'verso-set-up-'))
const target = join(folder, 'installed')
let integrity: string

/** A registry with one package, whose bytes are what it says. */
const registry = createServer((request, response) => {
  const tarball = readFileSync(join(folder, 'tiny-node-1.0.0.tgz'))
  if (request.url?.endsWith('.tgz')) return void response.end(tarball)
  const dist = { tarball: `http://${request.headers.host}/tiny-node-1.0.0.tgz`, integrity }
  const versions = { '1.0.0': { name: 'tiny-node', version: '1.0.0', dist } }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ name: 'tiny-node', 'dist-tags': { latest: '1.0.0' }, versions }))
})

beforeAll(async () => {
  mkdirSync(join(folder, 'source'))
  writeFileSync(join(folder, 'source/package.json'), '{ "name": "tiny-node", "version": "1.0.0" }')
  const packed = spawnSync('npm', ['pack', './source'], { cwd: folder, encoding: 'utf8' })
  if (packed.status !== 0) throw new Error(packed.stderr)
  const bytes = readFileSync(join(folder, 'tiny-node-1.0.0.tgz'))
  integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  await new Promise<void>((resolve) => void registry.listen(0, '127.0.0.1', resolve))
  vi.stubEnv('npm_config_registry', `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`)
  vi.stubEnv('npm_config_cache', join(folder, 'cache'))
}, 240_000)
afterAll(async () => {
  vi.unstubAllEnvs()
  registry.closeAllConnections()
  await new Promise((resolve) => registry.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

test('the pinned Node is installed when its bytes have the hash of the repository, and refused when not', async () => {
  const tiny = { name: 'tiny-node', version: '1.0.0' }
  const wrong = `sha512-${Buffer.alloc(64, 7).toString('base64')}`
  await expect(installVerified({ ...tiny, integrity: wrong }, target)).rejects.toThrow('its hash is another one')
  expect(existsSync(target)).toBe(false)
  await installVerified({ ...tiny, integrity }, target)
  expect(existsSync(join(target, 'node_modules/tiny-node/package.json'))).toBe(true)
}, 240_000)

test('an end of set-up ends npm too', async () => {
  const cli = join(folder, 'npm-cli.js')
  writeFileSync(
    cli,
    "console.log(process.pid); require('fs').writeFileSync(process.argv[2], String(process.pid)); setInterval(() => {}, 1000)",
  )
  const pidFile = join(folder, 'npm.pid')
  const npm = new URL('../../scripts/set-up/npm.mjs', import.meta.url).href
  const script = `await (await import(${JSON.stringify(npm)})).runNpm(process.execPath, [${JSON.stringify(pidFile)}])`
  const setUp = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, npm_execpath: cli },
  })
  await vi.waitUntil(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '', { timeout: 60_000 })
  const npmPid = Number(readFileSync(pidFile, 'utf8'))
  const ended = new Promise((resolve) => setUp.once('exit', resolve))
  setUp.kill('SIGINT')
  expect(await ended).toBe(130)
  expect(() => process.kill(npmPid, 0)).toThrow('ESRCH')
})

test('a product that runs from the folder is seen until it ends, and what a killed one left is removed', async () => {
  const running = new URL('../../scripts/set-up/running.mjs', import.meta.url).href
  const script = join(folder, 'run.mjs')
  writeFileSync(
    script,
    `(await import(${JSON.stringify(running)})).markRunning(); console.log('marked'); setInterval(() => {}, 1000)`,
  )
  const { findRunning } = await import(running)
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const product = spawn(process.execPath, [script])
    await once(product.stdout, 'data')
    expect(findRunning()).toContain(product.pid)
    product.kill(signal)
    await once(product, 'exit')
    expect(findRunning()).not.toContain(product.pid)
  }
})

test('the Node of every platform has its hash in the repository', () => {
  const platforms = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64']
  expect(Object.keys(PACKAGES).sort()).toEqual(platforms)
  for (const platform of platforms)
    expect(PACKAGES[platform]).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      integrity: expect.stringMatching(/^sha512-[\w+/]{86}==$/),
    })
})

type Entry = { link?: boolean; integrity?: string; resolved?: string }

test('every dependency has its hash and its place in the registry, parts for other platforms too', () => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, Entry> }
  const external = Object.entries(lock.packages).filter(
    ([path, entry]) => path.includes('node_modules/') && !entry.link,
  )
  const isPinned = ({ integrity, resolved }: Entry) =>
    integrity?.startsWith('sha512-') && resolved?.startsWith('https://registry.npmjs.org/')
  const unpinned = external.filter(([, entry]) => !isPinned(entry)).map(([path]) => path)
  expect(unpinned).toEqual([])
})
