// The one entry of all npm scripts. Needs Node ≥ 20 and npm, nothing else: it brings the pinned Node, installs what is
// missing, builds what is stale, and then runs the command under the pinned Node.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureWebBuilt, isWebBuilt } from './build-web.mjs'
import { COMMANDS } from './commands.mjs'
import { areDependenciesInstalled, ensureInstalled } from './set-up/install.mjs'
import { environmentOf } from './set-up/npm.mjs'
import { ROOT } from './paths.mjs'
import { ensureNode, findNode } from './set-up/pinned-node.mjs'
import { runChild } from './run-child.mjs'
import { markRunning } from './set-up/running.mjs'
import { SetupError } from './set-up/setup-error.mjs'
import { withSetupLock } from './set-up/setup-lock.mjs'

const OLDEST_MAJOR = 20

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
