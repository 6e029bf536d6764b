import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Reads the log of the whole run, so it comes after all others. */
const LAST = 'log-secrets.test.ts'
class LastFileLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLast = ({ moduleId }: TestSpecification) => moduleId.endsWith(LAST)
    return [...sorted.filter((file) => !isLast(file)), ...sorted.filter(isLast)]
  }
}

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
    sequence: { sequencer: LastFileLast },
    retry: 0,
    // A busy machine takes longer than the second that a poll waits by itself.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
