import { randomBytes } from 'node:crypto'
import { chmodSync, readFileSync, rmSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { GuardedProcess } from '../../../server/src/embedded/guarded-process.ts'
import { freePort } from '../../../server/test/product.ts'
import { POSTGRES_BIN } from '../installed.ts'
import { killAtOnce, type Machine, openMachine } from '../machine.ts'
import type { DatabaseServer } from '../outside.ts'
import { readRow } from '../read-row.ts'
import { until } from '../until.ts'

const EXAMPLES = new URL('../../../docs/operations/archive/', import.meta.url)
const example = (name: string) => readFileSync(new URL(name, EXAMPLES), 'utf8')

/** PostgreSQL whose write-ahead log pgBackRest keeps, by the files of docs/operations/archive. */
export type ArchivedServer = DatabaseServer & {
  backUp(): Promise<void>
  /** Once the archive has all that was written until now: after archive_timeout at the latest. */
  untilArchived(): Promise<void>
  /** As a machine whose disk is gone. */
  lose(): Promise<void>
  /** @param time to the second, as `2026-11-25T13:15:16Z` */
  restoreTo(time: string): Promise<void>
}

export async function startArchivedServer(folder: string): Promise<ArchivedServer> {
  chmodSync(folder, 0o711)
  const machine = openMachine(join(folder, 'archived'))
  const data = join(machine.home, 'data')
  const port = await freePort()
  const config = writeConfig(machine, { data, port })
  const superuser = userInfo().uid === 0 ? 'postgres' : userInfo().username
  const password = randomBytes(16).toString('hex')
  const adminUrl = `postgres://${superuser}:${password}@127.0.0.1:${port}/postgres`
  const backrest = (...args: string[]) =>
    machine.run('/usr/bin/pgbackrest', [`--config=${config}`, '--stanza=verso', ...args])
  await initialise(machine, { data, superuser, password })
  let server: GuardedProcess | undefined
  const start = async () => {
    const args = ['-D', data, '-p', port, '-k', machine.home, '-h', '127.0.0.1']
    server = machine.start(join(POSTGRES_BIN, 'postgres'), args, 'postgres')
    await until('PostgreSQL takes changes', async () => {
      if (!server?.isRunning()) throw new Error(`PostgreSQL has ended. Its log is in ${machine.home}`)
      return isPrimary(adminUrl)
    })
  }
  await start()
  await backrest('stanza-create')
  await backrest('check')
  return {
    adminUrl,
    backUp: () => backrest('--type=full', 'backup'),
    untilArchived: () => untilArchived(adminUrl),
    lose: async () => {
      killAtOnce(server)
      await server?.exited
      rmSync(data, { recursive: true })
    },
    restoreTo: async (time) => {
      machine.makeFolder(data)
      const target = time.replace('T', ' ').replace('Z', '+00')
      await backrest('--type=time', `--target=${target}`, '--target-action=promote', 'restore')
      await start()
    },
    stop: async () => server?.stop(),
  }
}

/** As it is documented, on our paths. @returns where it is */
function writeConfig({ home, makeFolder, write }: Machine, { data, port }: { data: string; port: string }): string {
  const [repository, logs, locks] = ['repository', 'logs', 'locks'].map((name) => makeFolder(join(home, name)))
  const text = example('pgbackrest.conf')
    .replace('[global]', `[global]\nlog-path=${logs}\nlock-path=${locks}`)
    .replace('/var/lib/pgbackrest', repository as string)
    .replace('change-me', randomBytes(32).toString('hex'))
    .replace('/var/lib/postgresql/15/main', data)
    .replace('/var/run/postgresql', home)
    .replace('5432', port)
  return write(configOf(home), text)
}

const configOf = (home: string) => join(home, 'pgbackrest.conf')

async function initialise(
  { home, run, write }: Machine,
  { data, superuser, password }: { data: string; superuser: string; password: string },
): Promise<void> {
  const passwordFile = write(join(home, 'password'), password)
  const auth = ['--auth-local=peer', '--auth-host=scram-sha-256', `--username=${superuser}`, `--pwfile=${passwordFile}`]
  await run(join(POSTGRES_BIN, 'initdb'), ['-D', data, '--locale=C.UTF-8', '--data-checksums', ...auth])
  const archiving = example('postgresql.conf').replace('pgbackrest ', `pgbackrest --config=${configOf(home)} `)
  const file = join(data, 'postgresql.conf')
  write(file, readFileSync(file, 'utf8') + archiving)
}

const isPrimary = (url: string): Promise<boolean> =>
  readRow<{ follows: boolean }>(url, 'select pg_is_in_recovery() as follows').then(
    ({ follows }) => !follows,
    () => false,
  )

async function untilArchived(url: string): Promise<void> {
  const { segment } = await readRow<{ segment: string }>(url, 'select pg_walfile_name(pg_current_wal_lsn()) as segment')
  const query = `select coalesce(last_archived_wal >= '${segment}', false) as is_there from pg_stat_archiver`
  await until(
    'the write-ahead log is archived',
    async () => (await readRow<{ is_there: boolean }>(url, query)).is_there,
  )
}
