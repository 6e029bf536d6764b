import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { nameOfFirstLoad } from './first-load.ts'
import { inlinePage } from './inline-page.ts'

// In development each page has a server of its own, like in production each has its own port: PAGE=admin is the admin area.
const isAdmin = process.env.PAGE === 'admin'
const apiUrl = isAdmin
  ? (process.env.ADMIN_API_URL ?? 'http://127.0.0.1:3001')
  : (process.env.API_URL ?? 'http://127.0.0.1:3000')

/** Every address of the admin area is admin.html, as every one of the marketplace is index.html. */
const adminPage: Plugin = {
  name: 'admin-page',
  apply: 'serve',
  configureServer: (server) => {
    server.middlewares.use((request, _response, next) => {
      if (isAdmin && request.headers.accept?.includes('text/html')) request.url = '/admin.html'
      next()
    })
  },
}

/** The common part of both pages' heads stands once, in head.html. */
const commonHead: Plugin = {
  name: 'common-head',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html.replace('<!--common-head-->', () => readFileSync(resolve(import.meta.dirname, 'head.html'), 'utf8').trim()),
  },
}

/** The chunks that every page loads, under their own names. */
const EVERYWHERE = /^(vendor|basics|rolldown-runtime)$/
/** These, and the page's own entry: long since there when a screen is loaded. */
const LOADED = /^assets\/(vendor|basics|runtime|index|admin)-/

// Modules that several screens share, in a few pieces: each piece is a request more, and each screen loads all of a piece.
const icons = (names: string) => `lucide-react/dist/esm/icons/(${names})\\.`
const FIRST_ICONS = icons('check|chevron-(left|right)|plus|x')
const pieces = {
  cards: ['web/src/marketplace/grid/(nft-card|nft-grid|load-more)\\.tsx', icons('audio-lines|box|play')],
  actions: ['web/src/lib/(use-toasted-mutation|when-loaded)\\.ts', 'web/src/ui/badge\\.tsx'],
  fields: ['web/src/ui/(fields/field|notice)\\.tsx', 'web/src/lib/forms/(form-errors|use-focus-first-error)\\.ts'],
  passwords: ['web/src/ui/fields/password-input\\.tsx', 'web/src/lib/forms/first-form\\.ts'],
  toggles: ['web/src/ui/fields/toggles\\.(tsx|css)'],
  identity: ['web/src/lib/use-countdown\\.ts', 'web/src/identity/(centered-card|last-sent)\\.tsx?'],
  tables: ['web/src/ui/tables/(data-table|pagination)\\.tsx'],
  charts: ['web/src/ui/charts/line-chart\\.tsx', 'web/src/lib/browser/use-element-width\\.ts'],
  'menu-icons': [icons('image|receipt|settings')],
  bookmarks: ['web/src/api/nfts/social\\.ts', icons('heart|star')],
  nfts: ['web/src/api/(money/credits|wallets|nfts/(nft-changes|use-nft))\\.ts'],
  details: [
    'protocol/src/dates\\.ts',
    'web/src/ui/(panel|text/copy-button|text/relative-time)\\.tsx',
    icons('external-link'),
  ],
  pictures: [
    'web/src/ui/fields/(dropzone|image-picker)\\.tsx',
    'web/src/api/files\\.ts',
    'web/src/lib/format-bytes\\.ts',
    icons('camera'),
  ],
}

/** Two pages, one build: the marketplace (index.html) and the admin area (admin.html). */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    commonHead,
    react(),
    tailwind(),
    inlinePage(),
    compression({ include: /\.(html|js|css|svg|md|json)$/, threshold: 200 }),
    adminPage,
  ],
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    reportCompressedSize: false,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !LOADED.test(file)),
    },
    rolldownOptions: {
      // A limit that one form needs stands in that form; as an export all pages would load it.
      optimization: { inlineConst: true },
      input: { index: resolve(import.meta.dirname, 'index.html'), admin: resolve(import.meta.dirname, 'admin.html') },
      output: {
        // Screens list the pieces they need: with names, and capital letters in the hashes, that would be half a kilobyte more.
        hashCharacters: 'base36',
        chunkFileNames: ({ name }) =>
          EVERYWHERE.test(name) ? `assets/${name.replace('rolldown-', '')}-[hash:7].js` : 'assets/[hash:7].js',
        entryFileNames: 'assets/[name]-[hash:7].js',
        // The one font is named twice in each page.
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.woff2'))
            ? 'assets/font-[hash:7][extname]'
            : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack|i18next)\//,
            },
            { name: nameOfFirstLoad(new RegExp(FIRST_ICONS)) },
            ...Object.entries(pieces).map(([name, parts]) => ({ name, test: new RegExp(parts.join('|')) })),
            { name: 'icons', test: /lucide-react/, minShareCount: 5 },
          ],
        },
      },
    },
  },
  server: { port: isAdmin ? 5174 : 5173, strictPort: true, proxy: { '/api': apiUrl, '/dev': apiUrl } },
})
