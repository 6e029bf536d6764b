// The budget of a screen at its first load (docs/rules.md R22): all JavaScript that is on its way before
// the first interaction, gzipped, 1 kB = 1,000 bytes. `node web/check-budget.mjs [dist]`, after the build.
import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'

const DIST = resolve(process.argv[2] ?? join(import.meta.dirname, 'dist'))
const HTML_MAX_BYTES = 14_600
const EXPLORE_MAX_BYTES = 120_000
const ROUTE_MAX_BYTES = 150_000
const VERIFY_MAX_BYTES = 40_000
const SCREENS = 'src/marketplace/screens/'
const EXPLORE = `${SCREENS}explore/explore-screen.tsx`
/** Parts that a screen loads by itself at once, in the case that loads most. */
const PARTS = {
  [`${SCREENS}nft/nft-screen.tsx`]: [`${SCREENS}nft/actions/listing-panel.tsx`],
  [`${SCREENS}settings/settings-screen.tsx`]: [
    `${SCREENS}settings/profile/profile-tab.tsx`,
    `${SCREENS}settings/money/earnings-tab.tsx`,
    `${SCREENS}settings/money/credits-tab.tsx`,
    `${SCREENS}settings/wallets/crypto-wallets-tab.tsx`,
  ],
}
const ENTRY = 'index.html'
const MEMBER_SHELL = [ENTRY, 'src/marketplace/shell/avatar-menu.tsx']
/** Screens on the way to an account are seen before there is one, without its menu. */
const BEFORE_SIGN_IN =
  /screens\/(add-mobile|forgot|register|register-success|reset-password|sign-in|verify-email|verify-mobile|verify-otp)\//
const TEXTS = 'src/locales/texts.ts'

const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'))
/** A chunk that several others import stands in the manifest under its file's name, not its source's. */
const keyOf = (source) =>
  source in manifest
    ? source
    : Object.keys(manifest).find((key) => key.startsWith('_') && `src/locales/${manifest[key].name}.ts` === source)

function addWithImports(key, files) {
  if (!key) throw new Error('The bundle budget names a part that is not in the build.')
  if (files.has(manifest[key].file)) return
  files.add(manifest[key].file)
  for (const imported of manifest[key].imports ?? []) addWithImports(imported, files)
}

const gzipBytes = (file) => {
  const path = join(DIST, file)
  try {
    return statSync(`${path}.gz`).size
  } catch {
    return gzipSync(readFileSync(path), { level: 9 }).length
  }
}

function filesOf(parts) {
  const files = new Set()
  for (const part of parts) addWithImports(keyOf(part), files)
  return [...files]
}

const weigh = (parts) => filesOf(parts).reduce((sum, file) => sum + gzipBytes(file), 0)

/** The forms' schemas come with the forms: a part that every page loads and that imports one brings all of zod along. */
const hasZod = (parts) => filesOf(parts).some((file) => readFileSync(join(DIST, file), 'utf8').includes('$ZodType'))

const screens = Object.keys(manifest).filter((key) => key.startsWith(SCREENS) && key.endsWith('-screen.tsx'))
const weights = [
  ...['index.html', 'sign-in.html', 'register.html'].map((what) => ({
    what,
    bytes: gzipBytes(what),
    maxBytes: HTML_MAX_BYTES,
  })),
  { what: 'explore', bytes: weigh([ENTRY, EXPLORE]), maxBytes: EXPLORE_MAX_BYTES },
  { what: 'explore (member)', bytes: weigh([...MEMBER_SHELL, EXPLORE]), maxBytes: EXPLORE_MAX_BYTES },
]
for (const screen of screens.filter((one) => one !== EXPLORE)) {
  const name = screen.slice(SCREENS.length).split('/')[0]
  for (const part of PARTS[screen] ?? [undefined]) {
    const what = part ? `${name} (${part.replace(/^.*\/|\.tsx$/g, '')})` : name
    const bytes = weigh([
      ...(BEFORE_SIGN_IN.test(screen) ? [ENTRY] : MEMBER_SHELL),
      TEXTS,
      screen,
      ...(part ? [part] : []),
    ])
    weights.push({ what, bytes, maxBytes: ROUTE_MAX_BYTES })
  }
}

// Loaded when a visitor verifies a work on Solana.
const VERIFY = ['verify-panel.tsx', 'read-solana-token.ts'].map((file) => `${SCREENS}nft/verify/${file}`)
const verifyBytes = VERIFY.reduce((sum, part) => sum + gzipBytes(manifest[part].file), 0)
weights.push({ what: 'verify on Solana', bytes: verifyBytes, maxBytes: VERIFY_MAX_BYTES })

const kilobytes = (bytes) => (bytes / 1_000).toFixed(1)
for (const { what, bytes, maxBytes } of weights.sort((a, b) => b.bytes / b.maxBytes - a.bytes / a.maxBytes)) {
  const line = `${bytes > maxBytes ? '✗' : '✓'} ${what.padEnd(36)} ${kilobytes(bytes).padStart(6)} of ${kilobytes(maxBytes)} kB`
  console[bytes > maxBytes ? 'error' : 'log'](line)
}
if (screens.length < 20)
  console.error(`Only ${screens.length} screens were found: the budget no longer knows the build.`)
const isZodFirst = hasZod([...MEMBER_SHELL, EXPLORE])
if (isZodFirst) console.error('zod is in the first load of Explore.')
process.exitCode = isZodFirst || screens.length < 20 || weights.some(({ bytes, maxBytes }) => bytes > maxBytes) ? 1 : 0
