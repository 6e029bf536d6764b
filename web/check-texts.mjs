// No text of the interface outside the locale files (docs/rules.md R7): what a person would read in JSX, in the
// attributes that are read out or shown, and in toasts, modals and titles. And no text of one part in another: it comes
// with its part (docs/decisions/0010), and elsewhere may not be there yet.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { ROOT } from '../scripts/paths.mjs'
import { keysIn } from './locale-keys.ts'

const SPOKEN_ATTRIBUTES = new Set(
  'alt aria-description aria-label aria-placeholder aria-roledescription aria-valuetext aside body cancelLabel confirmLabel containerAriaLabel description empty error header heading hint label lead legend message none note placeholder submitLabel success successMessage text title unit'.split(
    ' ',
  ),
)
/** In an object it is a toast's text; in JSX it says when a picture is fetched. */
const SPOKEN_PROPERTIES = new Set([...SPOKEN_ATTRIBUTES, 'loading'])
/** Words: at least two letters in a row. A lone sign, number, address or unit says nothing in a language. */
const WORDS = /\p{L}{2,}/u
const NO_LANGUAGE = /^(0x…?|https?:\/\/\S+|Verso)$/

/** The texts that an expression may show: a text, a template, or either branch of a choice. */
function* textsOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') yield node
  if (node?.type === 'TemplateLiteral')
    for (const part of node.quasis) yield { ...part, value: part.value.cooked ?? '' }
  if (node?.type === 'ConditionalExpression') yield* [...textsOf(node.consequent), ...textsOf(node.alternate)]
  if (node?.type === 'LogicalExpression') yield* [...textsOf(node.left), ...textsOf(node.right)]
  if (node?.type === 'JSXExpressionContainer') yield* textsOf(node.expression)
}

function* shownTexts(node) {
  if (node.type === 'JSXText') yield node
  if (node.type === 'JSXElement' || node.type === 'JSXFragment')
    for (const child of node.children) if (child.type === 'JSXExpressionContainer') yield* textsOf(child)
  if (node.type === 'JSXAttribute' && SPOKEN_ATTRIBUTES.has(node.name.name)) yield* textsOf(node.value)
  if (node.type === 'Property' && SPOKEN_PROPERTIES.has(node.key.name ?? node.key.value)) yield* textsOf(node.value)
  if (node.type === 'CallExpression' && node.callee.object?.name === 'toast') yield* textsOf(node.arguments[0])
  if (node.type === 'AssignmentExpression' && node.left.property?.name === 'title') yield* textsOf(node.right)
}

function* walk(node) {
  yield node
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (child?.type) yield* walk(child)
  }
}

/** Parts with texts of their own (locales/*-texts.ts), and the beginning of all their keys. */
const PARTS = [
  ['collection.json', 'screens/collection/', 'collection.'],
  ['explore.json', 'screens/explore/', 'explore.'],
  ['search.json', 'marketplace/search/', 'search.'],
  ['navs-account.json', 'shell/account-links', 'navs:account.'],
  ['create.json', 'screens/create/', 'create.'],
  ['create-thumbnail.json', 'screens/create/thumbnail/dialogs/', 'create.thumbnail.'],
  ['dashboard.json', 'screens/dashboard/', 'dashboard.'],
  ['wishlist.json', 'screens/wishlist/', 'social.empty.'],
  ['nft-page.json', 'screens/nft/', 'nft.details.'],
  ['nft-withdraw.json', 'screens/nft/', 'nft.withdraw.'],
  ['nft-verify.json', 'screens/nft/verify/', 'nft.verify.'],
  ['sell.json', 'screens/sell/', 'sell.'],
  ['profile-page.json', 'screens/profile/', 'profile:page.'],
].map(([file, folder, group]) => ({
  folder,
  group,
  keys: new Set([...keysIn(file)].map((key) => namespaceOf(group) + key)),
}))

/** Those of `common` are named without it. */
function namespaceOf(group) {
  return group.slice(0, group.indexOf(':') + 1)
}

function isOfAnotherPart(node, file) {
  const key = node.type === 'Literal' ? node.value : node.type === 'TemplateLiteral' && node.quasis[0].value.cooked
  if (typeof key !== 'string') return false
  const says = ({ keys, group }) => (node.type === 'Literal' ? keys.has(key) : key.startsWith(group))
  return PARTS.some((part) => !file.includes(part.folder) && says(part))
}

const files = readdirSync(join(ROOT, 'web/src'), { recursive: true })
  .map((name) => `web/src/${name.replaceAll('\\', '/')}`)
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
const found = []
for (const file of files) {
  const source = readFileSync(join(ROOT, file), 'utf8')
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  for (const node of walk(program)) {
    if (isOfAnotherPart(node, file)) {
      const line = source.slice(0, node.start).split('\n').length
      found.push(`${file}:${line}: this text comes with another part, and may not be there yet`)
    }
    for (const text of shownTexts(node)) {
      const words = text.value.trim()
      if (!WORDS.test(words) || NO_LANGUAGE.test(words)) continue
      const line = source.slice(0, text.start).split('\n').length
      found.push(`${file}:${line}: "${words.slice(0, 60)}" belongs into web/src/locales/en and is shown by t(…)`)
    }
  }
}
for (const line of new Set(found)) console.error(line)
process.exitCode = found.length === 0 ? 0 : 1
