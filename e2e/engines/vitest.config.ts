import { defineConfig } from 'vitest/config'

/** The main job in the engines that npm does not bring. Side by side: they wait more than they compute. */
export default defineConfig({
  test: {
    name: 'engines',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['../global-setup.ts'],
    pool: 'forks',
    retry: 0,
    // A purchase, and twenty pages to take pictures of.
    testTimeout: 600_000,
    hookTimeout: 180_000,
  },
})
