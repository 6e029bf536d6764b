import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** What the drill needs beside the product, and the Debian package that has it. */
const PROGRAMS = {
  postgresql: '/usr/lib/postgresql/15/bin/postgres',
  haproxy: '/usr/sbin/haproxy',
  'nginx-light': '/usr/sbin/nginx',
  openssl: '/usr/bin/openssl',
}
export const POSTGRES_BIN = '/usr/lib/postgresql/15/bin'

/**
 * Installs what is missing where that is possible.
 * @throws with what to install
 */
export function installPrograms(): void {
  const missing = findMissing()
  if (missing.length === 0) return
  console.log(`  installing ${missing.join(', ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const isRoot = process.getuid?.() === 0
  if (isRoot) spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...missing], { env })
  const still = findMissing()
  if (still.length > 0)
    throw new Error(`The drill needs programs of Debian 12. As root: apt-get install ${still.join(' ')}`)
}

const findMissing = () =>
  Object.entries(PROGRAMS)
    .filter(([, path]) => !existsSync(path))
    .map(([name]) => name)
