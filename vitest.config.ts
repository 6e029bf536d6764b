import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// These start processes of their own and need no database.
const launcherTests = ['server/src/embedded/{postgres/*,anvil,data-folder}.test.ts']

/** Unit and API tests; the browser tests have a config of their own in e2e/. */
export default defineConfig({
  test: {
    pool: 'forks',
    // The tests wait for the database more than they compute, so a machine with two cores runs two files at once.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    retry: 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'protocol', include: ['protocol/src/**/*.test.ts'] } },
      { extends: true, test: { name: 'launchers', include: launcherTests } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts', 'server/test/**/*.test.ts'],
          exclude: launcherTests,
          globalSetup: ['server/test/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['web/src/testing/setup.ts'],
        },
      },
    ],
  },
})
