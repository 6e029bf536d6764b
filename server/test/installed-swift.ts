import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts } from './product.ts'

const SERVERS = ['account', 'container', 'object', 'proxy'] as const
const BIN = '/usr/bin'
/** Python loads for seconds on a busy machine. */
const STARTS_WITHIN_MS = 90_000
const USER = 'verso'
const KEY = 'only-for-tests'

/** OpenStack Swift from the packages of Debian and Ubuntu (swift-account, swift-container, swift-object, swift-proxy): a real S3. */
export const isSwiftInstalled =
  ['swift-ring-builder', ...SERVERS.map((name) => `swift-${name}-server`)].every((name) =>
    existsSync(join(BIN, name)),
  ) && process.getuid?.() === 0

/** One of each of its servers on one folder, with an empty bucket. */
export async function startInstalledSwift(bucket: string) {
  const folder = await mkdtemp(join(tmpdir(), 'verso-swift-'))
  await mkdir(join(folder, 'devices/disk'), { recursive: true })
  const ports = Object.values(await freePorts()).map(Number)
  const children: ChildProcess[] = []
  await writeFile(join(folder, 'swift.conf'), '[swift-hash]\nswift_hash_path_suffix = test\n')
  for (const [index, name] of SERVERS.entries()) {
    const port = ports[index] ?? 0
    const file = join(folder, `${name}.conf`)
    await writeFile(file, name === 'proxy' ? proxy(folder, port) : store(folder, name, port))
    if (name !== 'proxy') makeRing(folder, name, port)
  }
  for (const name of SERVERS) {
    // Its own resolver waits for name servers that a test has no use for.
    const env = { ...process.env, EVENTLET_NO_GREENDNS: 'yes' }
    children.push(spawn(join(BIN, `swift-${name}-server`), [join(folder, `${name}.conf`)], { stdio: 'ignore', env }))
  }
  const endpoint = `http://127.0.0.1:${ports.at(-1)}`
  const s3 = { bucket, region: 'us-east-1', endpoint, accessKeyId: `test:${USER}`, secretAccessKey: KEY }
  await makeBucket(s3, () => children.every(({ exitCode }) => exitCode === null))
  return {
    s3,
    stop: async () => {
      for (const child of children) {
        child.kill('SIGKILL')
        if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const common = (folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
devices = ${folder}/devices
mount_check = false
swift_dir = ${folder}
workers = 0
user = root
log_udp_host = 127.0.0.1
log_udp_port = 9
`

const store = (folder: string, name: string, port: number) => `${common(folder, port)}[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`

const FILTERS = ['catch_errors', 'memcache', 'listing_formats', 'bulk', 's3api', 'tempauth', 'slo']
const proxy = (folder: string, port: number) => `${common(folder, port)}[pipeline:main]
pipeline = ${FILTERS.join(' ')} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
${FILTERS.map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n${EXTRA[name] ?? ''}`).join('')}`
const EXTRA: Record<string, string> = {
  memcache: 'memcache_servers = 127.0.0.1:9\n',
  tempauth: `user_test_${USER} = ${KEY} .admin\n`,
}

function makeRing(folder: string, name: string, port: number): void {
  const ring = (...args: string[]) =>
    execFileSync(join(BIN, 'swift-ring-builder'), [join(folder, `${name}.builder`), ...args], { stdio: 'ignore' })
  ring('create', '3', '1', '0')
  ring('add', `r1z1-127.0.0.1:${port}/disk`, '1')
  ring('rebalance')
}

async function makeBucket({ bucket, region, endpoint, ...credentials }: S3, isRunning: () => boolean): Promise<void> {
  const client = new S3Client({ region, endpoint, forcePathStyle: true, credentials, maxAttempts: 1 })
  const endMs = performance.now() + STARTS_WITHIN_MS
  for (;;) {
    try {
      await client.send(new CreateBucketCommand({ Bucket: bucket }))
      return
    } catch (error) {
      if (performance.now() > endMs || !isRunning()) throw error
      await sleep(200)
    }
  }
}
type S3 = { bucket: string; region: string; endpoint: string; accessKeyId: string; secretAccessKey: string }
