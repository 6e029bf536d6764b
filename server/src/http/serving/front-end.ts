import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { constants, brotliCompress, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { ADMIN_PAGES } from '@verso/protocol/pages/admin-pages'
import { patternOf } from '@verso/protocol/pages/page-path'
import { PAGES, REDIRECTS } from '@verso/protocol/pages/pages'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app-type.ts'

const DIST = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))

const API_PATH = /^\/api(?:[/?]|$)/

/** The addresses of each front end; every other one gets its page too, with a 404. */
const PATTERNS = {
  'index.html': [...Object.values(PAGES), ...REDIRECTS].map(patternOf),
  'admin.html': Object.values(ADMIN_PAGES).map(patternOf),
}

/** Built pages with a first picture of their own (web/inline-page.ts), and where they are answered. */
const FIRST_FORMS = { 'sign-in.html': patternOf(PAGES.signIn), 'register.html': patternOf(PAGES.register) }

/** Whether the front end has a page at this pathname. */
export const isPage = (name: keyof typeof PATTERNS, pathname: string): boolean =>
  PATTERNS[name].some((pattern) => pattern.test(pathname))

/** A built page, and the hashes under which its inline scripts may run. */
export type Page = Built & {
  name: keyof typeof PATTERNS
  inlineScriptHashes: string[]
  /** The same page with other first pictures. */
  firstForms: FirstForm[]
}
type FirstForm = Built & { pattern: RegExp }
type Built = { html: string; compressed: CompressedPage[] }
type CompressedPage = { encoding: 'br' | 'gzip'; bytes: Buffer }

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/** @returns undefined when the front end has not been built (API-only processes and API tests) */
export async function readPage(name: Page['name']): Promise<Page | undefined> {
  const built = await readBuilt(name)
  if (!built) return undefined
  const firstForms = name === 'index.html' ? await readFirstForms() : []
  const inlineScripts = [built, ...firstForms].flatMap((one) => [...one.html.matchAll(INLINE_SCRIPT)])
  const texts = new Set(inlineScripts.map((match) => match[1] ?? ''))
  return {
    ...built,
    name,
    firstForms,
    inlineScriptHashes: [...texts].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`),
  }
}

async function readFirstForms(): Promise<FirstForm[]> {
  const forms: FirstForm[] = []
  for (const [name, pattern] of Object.entries(FIRST_FORMS)) {
    const built = await readBuilt(name)
    if (built) forms.push({ ...built, pattern })
  }
  return forms
}

async function readBuilt(name: string): Promise<Built | undefined> {
  const html = await readFile(DIST + name, 'utf8').catch(() => undefined)
  if (html === undefined) return undefined
  const compressed = [...(await readCompressed(`${name}.br`, 'br')), ...(await readCompressed(`${name}.gz`, 'gzip'))]
  return { html, compressed }
}

/** The build puts them beside the page; without them the page is sent as it is. */
async function readCompressed(name: string, encoding: CompressedPage['encoding']): Promise<CompressedPage[]> {
  const bytes = await readFile(DIST + name).catch(() => undefined)
  return bytes ? [{ encoding, bytes }] : []
}

/** The page of this address, when its head differs from the common one. */
export type OwnHead = (html: string, request: FastifyRequest) => Promise<string | undefined>

type Extras = {
  ownHead?: OwnHead
  /** The pictures that the page of this address shows at once. */
  firstPictures?: (url: string) => Promise<string[]>
}

/** Serves the built front end: hashed assets for ever, and one page for every path that is not the API's. */
export async function serveFrontEnd(app: App, page: Page, { ownHead, firstPictures }: Extras = {}): Promise<void> {
  await app.register(fastifyStatic, {
    root: DIST,
    index: false,
    wildcard: false,
    cacheControl: false,
    globIgnore: ['*.html*', '.vite/**', '**/*.br', '**/*.gz'],
    preCompressed: true,
    setHeaders: (reply, path) =>
      void reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      ),
  })
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (API_PATH.test(request.url)) return reply.callNotFound()
    const pathname = request.url.split(/[?#]/, 1)[0] ?? ''
    const isKnown = isPage(page.name, pathname)
    const built = page.firstForms.find(({ pattern }) => pattern.test(pathname)) ?? page
    reply
      .status(isKnown ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'Accept-Encoding')
    const pictures = (await firstPictures?.(request.url)) ?? []
    if (pictures.length > 0) reply.header('link', pictures.map(asPreload).join())
    const accepted = String(request.headers['accept-encoding'] ?? '')
    const accepts = (encoding: string) => new RegExp(`\\b${encoding}\\b`).test(accepted)
    const own = isKnown ? await ownHead?.(page.html, request) : undefined
    const compressed = own ? await compressOwn(own, accepts) : built.compressed.find((one) => accepts(one.encoding))
    return compressed
      ? reply.header('content-encoding', compressed.encoding).send(compressed.bytes)
      : reply.send(own ?? built.html)
  })
}

const asPreload = (url: string): string => `<${url}>;rel=preload;as=image;fetchpriority=high`

/** A little larger than what the build makes, and quick: it is made for each visit. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

async function compressOwn(html: string, accepts: (encoding: string) => boolean): Promise<CompressedPage | undefined> {
  if (accepts('br')) return { encoding: 'br', bytes: await promisify(brotliCompress)(html, BROTLI) }
  if (accepts('gzip')) return { encoding: 'gzip', bytes: await promisify(gzip)(html, { level: 6 }) }
  return undefined
}
