// The one entry of all npm scripts. Needs Node ≥ 20 and npm, nothing else: it brings the pinned Node, installs what is
// missing, builds what is stale, and then runs the command under the pinned Node.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureWebBuilt, isWebBuilt } from './build-web.mjs'
import { areDependenciesInstalled, ensureInstalled } from './set-up/install.mjs'
import { environmentOf } from './set-up/npm.mjs'
import { ROOT } from './paths.mjs'
import { ensureNode, findNode } from './set-up/pinned-node.mjs'
import { runChild } from './run-child.mjs'
import { markRunning } from './set-up/running.mjs'
import { SetupError } from './set-up/setup-error.mjs'
import { withSetupLock } from './set-up/setup-lock.mjs'

const OLDEST_MAJOR = 20

const COMMANDS = {
  // At rest the server stays below 250 MB: a small young generation, an old one that is collected before it has grown by
  // half, and no memory pool per thread.
  start: {
    script: 'server/src/main.ts',
    needsWeb: true,
    isProduct: true,
    nodeFlags: ['--max-semi-space-size=4', '--heap-growing-percent=40'],
    env: { MALLOC_ARENA_MAX: '2' },
  },
  dev: { script: 'scripts/dev.mjs', needsWeb: true, isProduct: true },
  test: { script: 'scripts/test.mjs' },
  check: { script: 'scripts/test.mjs', args: ['--static'] },
  'test:postgres': { script: 'scripts/test-postgres.mjs' },
  'test:browsers': { script: 'scripts/test-browsers.mjs', needsWeb: true },
  torture: { script: 'scripts/torture.mjs' },
  bench: { script: 'bench/run.ts', needsWeb: true },
  format: { script: 'node_modules/@biomejs/biome/bin/biome', args: ['format', '--write'] },
  'db:migrate': { script: 'server/src/commands/db-migrate.ts' },
  'db:types': { script: 'server/src/commands/db-types.ts' },
  seed: { script: 'server/src/commands/seed.ts' },
  doctor: { script: 'server/src/commands/doctor.ts' },
  outbox: { script: 'server/src/commands/outbox.ts' },
  'admin:create': { script: 'server/src/commands/admin-create.ts' },
  'chain:deploy': { script: 'server/src/commands/chain-deploy.ts' },
  'chain:roles': { script: 'server/src/commands/chain-roles.ts' },
  'wallet:rotate-kek': { script: 'server/src/commands/rotate-kek.ts' },
  backup: { script: 'server/src/commands/backup/backup.ts' },
  'backup:verify': { script: 'server/src/commands/backup/verify.ts' },
  restore: { script: 'server/src/commands/backup/restore.ts' },
  'restore:payouts': { script: 'server/src/commands/backup/restore-payouts.ts' },
}

async function main([name = '', ...args]) {
  const command = COMMANDS[name]
  if (!command)
    throw new SetupError(`There is no command "${name}". The commands are: ${Object.keys(COMMANDS).join(', ')}.`)
  if (Number(process.versions.node.split('.')[0]) < OLDEST_MAJOR) {
    throw new SetupError(`Verso needs Node ${OLDEST_MAJOR} or newer to set itself up; this is ${process.version}.`)
  }
  const node = findSetUp(command) ?? (await setUp(command))
  if (command.isProduct) markRunning()
  const followParent = pathToFileURL(join(ROOT, 'scripts', 'follow-parent.mjs')).href
  if (process.env.npm_lifecycle_event) await import(followParent)
  const flags = [...(command.nodeFlags ?? []), '--import', followParent]
  const nodeArgs = [...flags, join(ROOT, command.script), ...(command.args ?? []), ...args]
  return runChild(node, nodeArgs, { cwd: ROOT, env: { ...command.env, ...environmentOf(node) } })
}

/** The Node to run on where nothing is left to do: then the folder may belong to another user, and be read-only. */
function findSetUp(command) {
  try {
    const node = findNode()
    return node && areDependenciesInstalled() && (!command.needsWeb || isWebBuilt()) ? node : undefined
  } catch (error) {
    throw asSetupError(error)
  }
}

async function setUp(command) {
  try {
    return await withSetupLock(async () => {
      const pinned = await ensureNode()
      await ensureInstalled(pinned)
      if (command.needsWeb) await ensureWebBuilt(pinned)
      return pinned
    })
  } catch (error) {
    throw asSetupError(error)
  }
}

/** Nothing is installed into a folder that belongs to another user. */
function asSetupError(error) {
  if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) return error
  return new SetupError(
    `${error.path ?? ROOT} belongs to another user (${error.code}). Start once as the user who owns ${ROOT}, so that everything is ` +
      'installed and built there; after that any user who may read it can start it, with a DATA_DIR of their own.',
  )
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    console.error(error instanceof SetupError ? `\n${error.message}\n` : error)
    process.exit(1)
  },
)
