import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const MIGRATIONS = 'server/src/db/migrations'
const PACKAGES = ['node_modules', 'web/node_modules']

function run(command: string, args: string[], cwd = ROOT): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? stdout + stderr}`)
  return stdout.trim()
}

/**
 * Lays down the newest commit before the last migration, ready to run from its sources: the youngest code that has never seen
 * today's schema.
 */
export function layDownPreviousVersion(folder: string): void {
  const commit = run('git', ['log', '-1', '--diff-filter=A', '--format=%H~1', 'HEAD', '--', MIGRATIONS])
  mkdirSync(folder)
  run('git', ['archive', '--output', join(folder, 'sources.tar'), commit])
  run('tar', ['-xf', 'sources.tar'], folder)
  const lockfileIn = (place: string) => readFileSync(join(place, 'package-lock.json'), 'utf8')
  if (lockfileIn(folder) === lockfileIn(ROOT))
    for (const name of PACKAGES) run('cp', ['-a', join(ROOT, name), join(folder, name)])
  else run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], folder)
}

/** The number of its newest migration, which is the version of its code. */
export const versionIn = (folder: string): number =>
  Math.max(
    ...readdirSync(join(folder, MIGRATIONS), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.sql'))
      .map((path) => Number.parseInt(path.split('/').at(-1) ?? '', 10)),
  )
