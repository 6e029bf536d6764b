// Who may import whom, type imports too. `npm run check` runs it; docs/decisions/0195 says why the rooms stand in this order.

/** The server from its top floor down: a room imports only from rooms below it. */
const ROOMS = [
  ['main', 'it starts the product: what others need of it belongs into the room it is about'],
  [
    'commands',
    'a command is started from the command line (main starts `start`): what the product needs of it belongs into a room',
  ],
  ['embedded', 'production never loads what `npm start` brings along: what both need belongs into the room it serves'],
  ['worker|bind-consumers', 'handlers are bound here: declare the job or the consumer in its room'],
  ['app', 'the rooms are put together here: what a room needs is handed to its routes'],
  ['create-context', 'the context is built once and handed down'],
  ['consumers', 'declarations of consumers are handed down in the context'],
  ['outcomes', 'custody announces outcomes; their handlers are bound here alone'],
  ['backup', 'what is backed up knows nothing of backups; a restore looks at every room'],
  ['console', "the operator's area reads every room; move shared reads down"],
  ['health', 'checks look at rooms; what a room needs of them belongs into that room'],
  ['notifications', 'record an event: who is told of it stands here'],
  ['payments', 'the catalogue and custody know nothing of money; bind an outcome, or move the operation up'],
  ['catalogue', 'custody and members know nothing of listings; bind an outcome in custody/outcomes.ts'],
  ['custody', 'what members and media need of keys belongs into seal.ts'],
  ['identity', 'files and the ledger know members by id alone'],
  ['media', 'the ledger, messages and settings know nothing of files'],
  ['ledger', 'the ledger does not know what is sold; rooms above it post transfers'],
  ['messages', 'a message is enqueued by the room whose event it tells of'],
  ['settings', 'pass the value down as a parameter'],
  ['audit', 'record the audit line in the operation, not in the foundation'],
  ['events', 'a fact is recorded where it happens; who is told of it is declared above'],
  ['http', 'requests end in the routes: pass what is needed as parameters'],
  ['context', 'the foundation takes single services as parameters, never the whole context'],
  ['gateways', 'the foundation knows no outside service: pass its answer down as a parameter'],
  ['jobs', 'the database knows nothing of jobs'],
  ['db', 'the database knows its own tables alone: pass in what a statement needs'],
  ['config|logger', 'settings are read once and handed down'],
  ['measures|trace', 'measure where it happens, by these; they look at nothing themselves'],
  [
    'clock|errors|failpoints|seal',
    'a plain module of the foundation imports no room: pass the value down as a parameter',
  ],
]
/** Within a room, from the top down. */
const INSIDE = {
  identity: [
    'export',
    'deletion',
    'members',
    'sign-in',
    'sign-up',
    'passwords',
    'factors',
    'codes',
    'sessions',
    'throttling',
  ],
  payments: [
    'review',
    'payouts',
    'bank-accounts',
    'checkout',
    'webhooks',
    'settlement',
    'sales',
    'disputes',
    'refunds',
    'topups',
    'earnings',
    'records',
  ],
  catalogue: [
    'moderation',
    'bookmarks',
    'profiles',
    'featured',
    'feeds',
    'search',
    'withdrawals',
    'nfts',
    'minting',
    'listings',
  ],
  custody: ['wallets', 'chains', 'evm', 'solana', 'sending', 'transfers', 'keys', 'intents'],
  media: ['process', 'serving', 'uploads', 'variants', 'inspect', 'pinning', 'storage', 'files'],
}

const pathOf = (name) => `^server/src/(${name})(/|\\.ts$)`

/** A rule for each floor: what stands on it is not imported from below. */
function floorRules(floors, { prefix, toPath, because }) {
  return floors.slice(0, -1).map((floor, index) => ({
    name: `${prefix}-${floor}-is-above`,
    comment: because(floor),
    severity: 'error',
    from: { path: floors.slice(index + 1).map(toPath) },
    to: { path: toPath(floor) },
  }))
}

const whyOf = Object.fromEntries(ROOMS)
const rooms = floorRules(
  ROOMS.map(([name]) => name),
  { prefix: 'server', toPath: pathOf, because: (name) => whyOf[name] },
)
const inside = Object.entries(INSIDE).flatMap(([room, floors]) =>
  floorRules(floors, {
    prefix: room,
    toPath: (floor) => `^server/src/${room}/${floor}/`,
    because: (floor) => `within ${room}/, ${floor}/ stands above: move what is shared to the lower of the two`,
  }),
)

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

export default {
  forbidden: [
    forbid('no-circle', 'move what both need into a third file', {}, { circular: true }),
    ...rooms,
    ...inside,
    forbid(
      'protocol-is-alone',
      'the wire contract imports only zod and hashes',
      { path: '^protocol/src/' },
      { pathNot: '^(protocol/src/|node_modules/(zod|@noble/hashes)/)' },
    ),
    forbid(
      'web-asks-the-api',
      'the browser reaches the server by its API alone; of Solana it reads accounts and works out addresses',
      { path: '^web/' },
      { path: '^(server|contracts|solana|e2e)/', pathNot: '^solana/src/(read-nft|token-address)' },
    ),
    forbid(
      'solana-is-alone',
      'what is sent to Solana knows nothing of the product; pass what is needed as parameters',
      { path: '^solana/' },
      { path: '^(protocol|contracts|server|web|e2e|bench)/' },
    ),
    forbid(
      'server-knows-no-page',
      'the server knows the front ends only as built files',
      { path: '^server/' },
      { path: '^(web|e2e)/' },
    ),
    forbid(
      'ui-knows-no-screen',
      'shared parts know no screen: pass texts and handlers as properties',
      { path: '^web/src/ui/' },
      { path: '^web/src/(?!(ui|lib|styles|locales|testing)/)' },
    ),
    forbid(
      'lib-knows-no-screen',
      'shared code knows no screen',
      { path: '^web/src/lib/' },
      { path: '^web/src/(marketplace|admin|identity|notifications)/' },
    ),
    forbid(
      'api-knows-no-screen',
      'shared code knows no screen',
      { path: '^web/src/api/' },
      { path: '^web/src/(marketplace|admin|identity|notifications|ui)/' },
    ),
    forbid(
      'marketplace-and-admin-are-apart',
      'what both need belongs to ui/, lib/, identity/ or notifications/',
      { path: '^web/src/(marketplace|admin)/' },
      { path: '^web/src/(marketplace|admin)/', pathNot: '^web/src/$1/' },
    ),
  ],
  options: {
    // TypeScript 7 has no API that could be asked; swc reads the sources instead.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // swc's walker does not know `await using`, which tests have; tests may import from anywhere.
    exclude: { path: '\\.test\\.tsx?$|/(dist|out|coverage)/' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
  },
}
