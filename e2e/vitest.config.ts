import { defineConfig } from 'vitest/config'

/** A few journeys in Chromium, one file after the other: they share the machine's two cores with the product. */
export default defineConfig({
  test: {
    name: 'browser',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['./global-setup.ts'],
    setupFiles: ['./each-file.ts'],
    pool: 'forks',
    fileParallelism: false,
    retry: 0,
    // A busy machine takes longer than the second that a poll waits by itself.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
