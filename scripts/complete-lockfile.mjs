// Adds the optional packages of other platforms that npm left out of package-lock.json: `npm ci` refuses a lockfile without
// them. Each gets the hash that the registry has for it. Run it after every `npm install` that changed the lockfile:
//   node scripts/complete-lockfile.mjs
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const OS_BY_WORD = {
  aix: 'aix',
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
  openharmony: 'openharmony',
  sunos: 'sunos',
  win32: 'win32',
  windows: 'win32',
}
const CPU_BY_WORD = {
  aarch64: 'arm64',
  amd64: 'x64',
  arm: 'arm',
  arm64: 'arm64',
  ia32: 'ia32',
  loong64: 'loong64',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  wasm32: 'wasm32',
  x64: 'x64',
}
const LIBC_BY_WORD = { gnu: 'glibc', musl: 'musl' }

/** The platform that a package is for, read from its name: `@oxlint/binding-linux-arm64-musl`. */
function platformOf(name) {
  const words = name.split('/').at(-1).split(/[-_]/)
  const find = (table) => words.map((word) => table[word]).find(Boolean)
  const [os, cpu, libc] = [find(OS_BY_WORD), find(CPU_BY_WORD), find(LIBC_BY_WORD)]
  if (!os && !cpu) return undefined
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }) }
}

/** The paths at which npm would look for `dependency` of the package at `location`, nearest first. */
function* candidatePaths(location, dependency) {
  for (let folder = location; folder; ) {
    yield `${folder}/node_modules/${dependency}`
    const parent = folder.lastIndexOf('/node_modules/')
    folder = parent === -1 ? '' : folder.slice(0, parent)
  }
  yield `node_modules/${dependency}`
}

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** The SHA-512 that the registry in use has for a package, or undefined when it does not have the package. */
function findHash(name, version) {
  const { status, stdout } = spawnSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], { encoding: 'utf8' })
  return status === 0 && stdout.startsWith('sha512-') ? stdout.trim() : undefined
}

const file = process.argv[2] ?? 'package-lock.json'
const hasNoHash = ([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.integrity
const read = () => JSON.parse(readFileSync(file, 'utf8'))
const write = (content) => writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)

const lock = read()
const { packages } = lock
let added = 0
for (const [location, entry] of Object.entries(packages)) {
  for (const [dependency, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if ([...candidatePaths(location, dependency)].some((path) => packages[path])) continue
    const platform = platformOf(dependency)
    if (!platform) {
      console.error(`${dependency}: its name tells no platform; left out`)
      process.exitCode = 1
      continue
    }
    packages[`node_modules/${dependency}`] = { version: range.replace(/^[\^~]/, ''), optional: true, ...platform }
    added += 1
  }
}
const withoutHash = Object.entries(packages).filter(hasNoHash)
for (const [path, { version, ...entry }] of withoutHash) {
  const name = nameOf(path)
  const resolved = `https://registry.npmjs.org/${name}/-/${name.split('/').at(-1)}-${version}.tgz`
  packages[path] = { version, resolved, integrity: findHash(name, version), ...entry }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
write(lock)
const missing = Object.entries(packages)
  .filter(hasNoHash)
  .map(([path]) => nameOf(path))
console.log(
  `${added} packages of other platforms added to ${file}, ${withoutHash.length - missing.length} hashes completed`,
)
if (missing.length > 0) console.log(`This registry has no hash of ${missing.join(', ')}`)
