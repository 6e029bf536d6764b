import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

const MARKETPLACE = resolve(import.meta.dirname, 'src/marketplace')
const EXPLORE = resolve(MARKETPLACE, 'screens/explore/explore-screen.tsx')
const NFT = resolve(MARKETPLACE, 'screens/nft/nft-screen.tsx')

/**
 * Makes the built pages paint with their HTML alone: the style sheet inside, the font started, and for the marketplace a
 * first picture and a head start for the first screen's code and data. The server reads the built page and allows its
 * inline scripts by their hash.
 */
export function inlinePage(): Plugin {
  return {
    name: 'inline-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, path }) {
        if (!bundle) return html
        const isMarketplace = path.endsWith('index.html')
        const head = [fontPreload(bundle), isMarketplace ? firstScript(bundle) : '']
        return html
          .replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (_, file: string) => inlineStyle(bundle, file))
          .replace('<!--head-->', () => head.join(''))
          .replace('<!--shell-->', () => (isMarketplace ? firstPaint() : ''))
      },
    },
  }
}

const outputs = (bundle: Bundle) => Object.values(bundle)

/**
 * The sheet itself, and a link to it that is switched off: it is never fetched, but with it Vite knows that lazy chunks find
 * their styles already there.
 */
function inlineStyle(bundle: Bundle, file: string): string {
  const sheet = bundle[file]
  if (sheet?.type !== 'asset') throw new Error(`The page links ${file}, which was not built.`)
  return `<style>${String(sheet.source)}</style><link rel="stylesheet" crossorigin href="/${file}" disabled>`
}

function fontPreload(bundle: Bundle): string {
  const font = outputs(bundle).find((output) => output.fileName.endsWith('.woff2'))
  return font ? `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font.fileName}">` : ''
}

function firstScript(bundle: Bundle): string {
  const chunks = { explore: chunksOf(bundle, EXPLORE), nft: chunksOf(bundle, NFT) }
  const source = readFileSync(resolve(MARKETPLACE, 'first-script.js'), 'utf8')
  const code = source
    .replace(/^\s*\/\/.*\n/gm, '')
    .replace(/^\s+/gm, '')
    .replace('__CHUNKS__', () => JSON.stringify(chunks))
  return `<script>${code}</script>`
}

/** The files of a lazy screen that the entry does not load already. */
function chunksOf(bundle: Bundle, screen: string): string[] {
  const chunks = outputs(bundle).filter((output) => output.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const withImports = (name: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(name)) return seen
    seen.add(name)
    for (const imported of byName.get(name)?.imports ?? []) withImports(imported, seen)
    return seen
  }
  const entry = chunks.find((chunk) => chunk.isEntry && chunk.name === 'index')
  const start = chunks.find((chunk) => chunk.facadeModuleId === screen)
  if (!entry || !start) return []
  const loaded = withImports(entry.fileName)
  return [...withImports(start.fileName)].filter((name) => !loaded.has(name))
}

function firstPaint(): string {
  return readFileSync(resolve(MARKETPLACE, 'first-paint.html'), 'utf8')
    .replace(/<!--repeat (\d+)-->([\s\S]*?)<!--\/repeat-->/g, (_, count: string, part: string) =>
      part.repeat(Number(count)),
    )
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/> </g, '><')
}
