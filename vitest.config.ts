import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// These start processes of their own and need no database.
const launcherTests = ['server/src/embedded/{postgres/*,chain/anvil,data-folder}.test.ts']
// A test of the web's code without components has no DOM, but for these.
const domTests = [
  'web/src/identity/sign-out-now.test.ts',
  'web/src/api/{client,cut-off-answers,files,refresh-session,session,live/{follow-live,refresh-what-changed}}.test.ts',
  'web/src/lib/{browser/drop-service-workers,error-message,browser/keep-focus,when-loaded}.test.ts',
  'web/src/marketplace/nfts/{blockers,buy-nft}.test.ts',
  'web/src/marketplace/payment/payment-state.test.ts',
  'web/src/marketplace/shell/open-search.test.ts',
  'web/src/marketplace/screens/create/{files/check-file,publish-nft}.test.ts',
  'web/src/marketplace/screens/nft/verify/verify-nft.test.ts',
]

// What a file mocks is of that file alone.
const ROOT = import.meta.dirname
const mocksModules = (file: string) => /vi\.(mock|doMock)\(/.test(readFileSync(join(ROOT, file), 'utf8'))
const findMocking = (files: string) => globSync(files, { cwd: ROOT }).filter(mocksModules)
const serverTestsApart = findMocking('server/{src,test}/**/*.test.ts')
const webTestsApart = [
  ...findMocking('web/src/**/*.test.{ts,tsx}'),
  // Their subject is what a module keeps.
  'web/src/identity/sign-out-now.test.ts',
  'web/src/api/{client,refresh-session,session}.test.ts',
  'web/src/ui/overlays/toaster.test.tsx',
]
const dom = { environment: 'jsdom', setupFiles: ['web/src/testing/setup.ts'] }

/** Unit and API tests; the browser tests have a config of their own in e2e/. */
export default defineConfig({
  test: {
    pool: 'forks',
    // The tests wait for the database and for other processes: three files at once keep two cores busy.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // What a test leaves is collected while it is young: one worker keeps the modules of hundreds of files, and looks through them less often.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    retry: 0,
    // A busy machine takes longer than the second that a poll waits by itself.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 90_000,
    hookTimeout: 180_000,
    projects: [
      { extends: true, test: { name: 'protocol', include: ['protocol/src/**/*.test.ts'], isolate: false } },
      { extends: true, test: { name: 'solana', include: ['solana/**/*.test.ts'], isolate: false } },
      { extends: true, test: { name: 'launchers', include: launcherTests } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/{src,test}/**/*.test.ts'],
          exclude: [...launcherTests, ...serverTestsApart],
          // Half of the stage was loading the same modules anew for each file. State belongs to the context, not to modules.
          isolate: false,
          globalSetup: ['server/test/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'server-apart', include: serverTestsApart, globalSetup: ['server/test/global-setup.ts'] },
      },
      {
        extends: true,
        test: {
          ...dom,
          name: 'web',
          include: ['web/src/**/*.test.tsx', ...domTests],
          exclude: webTestsApart,
          isolate: false,
        },
      },
      // A context for each file in one process, which loads jsdom once.
      { extends: true, test: { ...dom, name: 'web-apart', include: webTestsApart, pool: 'vmForks' } },
      {
        extends: true,
        test: {
          name: 'web-logic',
          include: ['web/src/**/*.test.ts'],
          exclude: [...domTests, ...webTestsApart],
          isolate: false,
        },
      },
    ],
  },
})
