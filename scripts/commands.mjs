/** The npm scripts: what each runs, under the pinned Node. */
export const COMMANDS = {
  // At rest the server stays below 250 MB: a small young generation, an old one that is collected before it has grown by
  // half, and no memory pool per thread.
  start: {
    script: 'server/src/main.ts',
    needsWeb: true,
    isProduct: true,
    nodeFlags: ['--max-semi-space-size=4', '--heap-growing-percent=40'],
    env: { MALLOC_ARENA_MAX: '2' },
  },
  dev: { script: 'scripts/dev.mjs', needsWeb: true, isProduct: true },
  // Node warns that its own removal of types may change.
  build: { script: 'scripts/build/build.mjs', needsWeb: true, nodeFlags: ['--disable-warning=ExperimentalWarning'] },
  test: { script: 'scripts/test.mjs' },
  check: { script: 'scripts/test.mjs', args: ['--static'] },
  'test:postgres': { script: 'scripts/test-postgres.mjs' },
  'test:browsers': { script: 'scripts/test-browsers.mjs', needsWeb: true },
  torture: { script: 'scripts/torture.mjs' },
  drill: { script: 'e2e/drill/drill.ts', needsWeb: true },
  bench: { script: 'bench/run.ts', needsWeb: true },
  format: { script: 'node_modules/@biomejs/biome/bin/biome', args: ['format', '--write'] },
  'db:migrate': { script: 'server/src/commands/db-migrate.ts' },
  'db:types': { script: 'server/src/commands/db-types.ts' },
  seed: { script: 'server/src/commands/seed.ts' },
  doctor: { script: 'server/src/commands/doctor.ts' },
  outbox: { script: 'server/src/commands/outbox.ts' },
  'admin:create': { script: 'server/src/commands/admin-create.ts' },
  'chain:deploy': { script: 'server/src/commands/chain-deploy.ts' },
  'chain:roles': { script: 'server/src/commands/chain-roles.ts' },
  'wallet:rotate-kek': { script: 'server/src/commands/rotate-kek.ts' },
  backup: { script: 'server/src/commands/backup/backup.ts' },
  'backup:verify': { script: 'server/src/commands/backup/verify.ts' },
  restore: { script: 'server/src/commands/backup/restore.ts' },
  'restore:elsewhere': { script: 'server/src/commands/backup/restore-elsewhere.ts' },
  'restore:payouts': { script: 'server/src/commands/backup/restore-payouts.ts' },
}
