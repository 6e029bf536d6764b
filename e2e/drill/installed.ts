import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'

/** The programs that the drill needs beside the product: the Debian package, and a file of it. */
const PROGRAMS = {
  postgresql: '/usr/lib/postgresql/15/bin/postgres',
  haproxy: '/usr/sbin/haproxy',
  'nginx-light': '/usr/sbin/nginx',
  openssl: '/usr/bin/openssl',
}
const FAILOVER_PROGRAMS = {
  patroni: '/usr/bin/patroni',
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd/__init__.py',
  'etcd-server': '/usr/bin/etcd',
}
const ARCHIVE_PROGRAMS = { pgbackrest: '/usr/bin/pgbackrest' }
export const POSTGRES_BIN = '/usr/lib/postgresql/15/bin'

/**
 * Installs what is missing where that is possible.
 * @throws with what to install
 */
export function installPrograms({ hasFailover, hasArchive }: { hasFailover: boolean; hasArchive: boolean }): void {
  const programs = { ...PROGRAMS, ...(hasFailover && FAILOVER_PROGRAMS), ...(hasArchive && ARCHIVE_PROGRAMS) }
  const findMissing = () =>
    Object.entries(programs)
      .filter(([, path]) => !existsSync(path))
      .map(([name]) => name)
  const missing = findMissing()
  if (missing.length === 0) return
  if (process.getuid?.() === 0) install(missing)
  const still = findMissing()
  if (still.length > 0)
    throw new Error(
      `The drill needs programs of Debian 12. As root: apt-get install ${still.join(' ')}\n` +
        `The stages without Patroni and pgBackRest need fewer: npm run drill -- roll restore`,
    )
}

/** Debian asks this program whether a service may be started: the drill starts its own. */
const POLICY = '/usr/sbin/policy-rc.d'

function install(packages: string[]): void {
  console.log(`  installing ${packages.join(', ')} …`)
  const isOurs = !existsSync(POLICY)
  if (isOurs) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { env })
  if (isOurs) rmSync(POLICY)
}
