import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { patternOf } from '@verso/protocol/pages/page-path'
import { PAGES, type PageName } from '@verso/protocol/pages/pages'
import { minifySync, type Plugin, type Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

const MARKETPLACE = resolve(import.meta.dirname, 'src/marketplace')
const LOCALE = resolve(import.meta.dirname, 'src/locales/en')
const TEXTS = resolve(import.meta.dirname, 'src/locales/texts.ts')
/** The screens that one comes to from outside, by their names in first-script.js; all but Explore need the texts too. */
const FIRST_SCREENS: { name: string; page: PageName; modules: string[] }[] = [
  { name: 'explore', page: 'home', modules: ['explore/explore-screen.tsx'] },
  // Beside the one before it, whose page is the same.
  { name: 'front', page: 'home', modules: ['explore/front/front.tsx'] },
  { name: 'nft', page: 'nft', modules: ['nft/nft-screen.tsx', TEXTS] },
  { name: 'profile', page: 'user', modules: ['profile/profile-screen.tsx', TEXTS] },
  { name: '', page: 'signIn', modules: ['sign-in/sign-in-screen.tsx', TEXTS] },
  { name: '', page: 'register', modules: ['register/register-screen.tsx', TEXTS] },
]

/** The server answers each at its address (server/src/http/serving/front-end.ts). */
const FIRST_FORMS = ['sign-in.html', 'register.html']

/**
 * Makes the built pages paint with their HTML alone: the style sheet inside, the font started, and for the marketplace a
 * first picture and a head start for the first screen's code and data. The server reads the built page and allows its
 * inline scripts by their hash.
 */
export function inlinePage(): Plugin {
  return {
    name: 'inline-page',
    apply: 'build',
    // After the pages are there, before they are compressed.
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, path }) {
        if (!bundle) return html
        const isMarketplace = path.endsWith('index.html')
        const head = [fontPreload(bundle), isMarketplace ? firstScript(bundle) : '']
        return (isMarketplace ? importsFirst(html) : html)
          .replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (_, file: string) => inlineStyle(bundle, file))
          .replace('<!--head-->', () => head.join(''))
          .replace('<!--shell-->', () => (isMarketplace ? firstPaint('first-paint.html') : ''))
          .replace(SCRIPTS, minifyScript)
      },
    },
    /** Pages of their own: their first picture is a form, for which the others have no room in their first packets. */
    generateBundle(_, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') throw new Error('The build has no index.html.')
      const script = `<script>${minify(readFileSync(resolve(MARKETPLACE, 'first-forms/first-form.js'), 'utf8'))}</script>`
      for (const fileName of FIRST_FORMS) {
        const form = firstPaint(`first-forms/${fileName}`) + script
        const source = String(page.source).replace(MAIN, (_, end: string) => end + form)
        this.emitFile({ type: 'asset', fileName, source })
      }
    },
  }
}

/** Those that stand in our HTML. */
const SCRIPTS = /<script>([\s\S]*?)<\/script>/g
const minifyScript = (_: string, script: string): string => `<script>${minify(script)}</script>`
/** The entry's script, and the preloads of all that it imports. */
const ENTRY = /(<script type="module"[^>]*><\/script>)\s*((?:<link rel="modulepreload"[^>]*>\s*)+)/
const PRELOAD = /<link rel="modulepreload" crossorigin href="([^"]+)">/g

/**
 * The entry's imports become scripts before it: each is evaluated in a task of its own, where the entry alone evaluates all of
 * them in one, for more than 100 ms of a phone's processor (docs/decisions/0090).
 */
function importsFirst(html: string): string {
  const [all, entry, preloads] = ENTRY.exec(html) ?? []
  if (!all || !entry || !preloads) throw new Error('The page names no script with what it imports.')
  const imports = preloads.replace(PRELOAD, '<script type="module" fetchpriority="high" src="$1"></script>')
  // A module is asked for in the same way without the word, which the page has no bytes for.
  return html.replace(all, imports.replaceAll(/>\s+</g, '><') + entry.replace(' crossorigin', ''))
}

/** The first paint below its bar, and the end of #root, which React replaces. */
const MAIN = /<main [^>]*>[\s\S]*<\/main>(\s*<\/div>)/

/** Tailwind's rules for browsers without `@property`, which are older than those the rest of the sheet is for. */
const FALLBACKS = /@layer properties\{@supports [^{]*\{[^{]*\{[^}]*\}\}\}/

const outputs = (bundle: Bundle) => Object.values(bundle)

/**
 * The sheet itself, and a link to it that is switched off: it is never fetched, but with it Vite knows that lazy chunks find
 * their styles already there.
 */
function inlineStyle(bundle: Bundle, file: string): string {
  const sheet = bundle[file]
  if (sheet?.type !== 'asset') throw new Error(`The page links ${file}, which was not built.`)
  const styles = String(sheet.source).replace(FALLBACKS, '')
  return `<style>${styles}</style><link rel="stylesheet" crossorigin href="/${file}" disabled>`
}

function fontPreload(bundle: Bundle): string {
  const font = outputs(bundle).find((output) => output.fileName.endsWith('.woff2'))
  return font ? `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font.fileName}">` : ''
}

function firstScript(bundle: Bundle): string {
  const screens = FIRST_SCREENS.map(({ name, page, modules }) => {
    const files = chunksOf(bundle, ...modules.map((module) => resolve(MARKETPLACE, 'screens', module)))
    // Without what all of them have in common: the page's size counts.
    const chunks = files.map((file) => file.replace(/^assets\/(.*)\.js$/, '$1')).join(' ')
    return `['${name}',${patternOf(PAGES[page])},'${chunks}']`
  })
  const source = readFileSync(resolve(MARKETPLACE, 'first-script.js'), 'utf8')
  return `<script>${minify(source).replace('__SCREENS__', () => `[${screens.join()}]`)}</script>`
}

const minify = (script: string): string => minifySync('inline.js', script, { module: false }).code

/** The files of lazy modules that the entry does not load already. */
function chunksOf(bundle: Bundle, ...modules: string[]): string[] {
  const chunks = outputs(bundle).filter((output) => output.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const withImports = (name: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(name)) return seen
    seen.add(name)
    for (const imported of byName.get(name)?.imports ?? []) withImports(imported, seen)
    return seen
  }
  const entry = chunks.find((chunk) => chunk.isEntry && chunk.name === 'index')
  if (!entry) return []
  const loaded = withImports(entry.fileName)
  const wanted = modules.map((module) => chunks.find((chunk) => chunk.moduleIds.includes(module)))
  if (wanted.includes(undefined)) throw new Error(`Not in the build: one of ${modules.join(', ')}.`)
  const files = new Set(wanted.flatMap((chunk) => [...withImports(chunk?.fileName ?? '')]))
  return [...files].filter((name) => !loaded.has(name))
}

function firstPaint(file: string): string {
  return readFileSync(resolve(MARKETPLACE, file), 'utf8')
    .replace(/<!--repeat (\d+)-->([\s\S]*?)<!--\/repeat-->/g, (_, count: string, part: string) =>
      part.repeat(Number(count)),
    )
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/\{\{([\w.:]+)\}\}/g, (_, key: string) => textOf(key))
    .replace(/\[\[(\w+)\]\]/g, (_, page: PageName) => PAGES[page])
    .replace(/\s*\n\s*/g, ' ')
    .replace(/> </g, '><')
}

/** The first picture says what the screen will say (lib/i18n.ts). */
function textOf(key: string): string {
  const [path = '', namespace = ''] = key.split(':').reverse()
  for (const file of namespace ? [`${namespace}.json`] : ['common.json', 'common-more.json']) {
    let found: unknown = JSON.parse(readFileSync(resolve(LOCALE, file), 'utf8'))
    for (const part of path.split('.')) found = (found as Record<string, unknown> | undefined)?.[part]
    if (typeof found === 'string') return found
  }
  throw new Error(`The first picture says ${key}, which is no text of the interface.`)
}
