import { basename } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { missingPackages } from './engines/installed.ts'

/** Reads the log of its product's whole run, so it comes after all others, in every shard. */
const LAST = 'log-secrets.test.ts'
/** The duration of long files in seconds, so that the shards end together. */
const SECONDS: Record<string, number> = {
  'every-screen': 95,
  'media-types': 80,
  'walk-routes': 73,
  firefox: 60,
  webkit: 60,
  'main-job': 48,
  payments: 45,
  'admin-queues': 38,
  'create-form': 27,
  profile: 25,
  'find-and-sell': 25,
  identity: 25,
  'bad-connection': 24,
  'admin-money': 22,
  dialogs: 20,
  withdraw: 16,
  'by-keys': 13,
  'hostile-files': 4,
  'watched-profile': 3,
}
const OTHER_SECONDS = 9

const nameOf = ({ moduleId }: TestSpecification) => basename(moduleId, '.test.ts')
const secondsOf = (file: TestSpecification) =>
  missingPackages(nameOf(file)).length > 0 ? 0 : (SECONDS[nameOf(file)] ?? OTHER_SECONDS)
const isLast = ({ moduleId }: TestSpecification) => moduleId.endsWith(LAST)

class EvenShards extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter((file) => !isLast(file)), ...sorted.filter(isLast)]
  }

  /** The longest first, each to the shard with the least to do. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 }
    const shards = Array.from({ length: count }, () => ({ seconds: 0, files: files.filter(isLast) }))
    const byLength = files
      .filter((file) => !isLast(file))
      .toSorted((a, b) => secondsOf(b) - secondsOf(a) || nameOf(a).localeCompare(nameOf(b)))
    for (const file of byLength) {
      const least = shards.reduce((a, b) => (b.seconds < a.seconds ? b : a))
      least.seconds += secondsOf(file)
      least.files.push(file)
    }
    return shards[index - 1]?.files ?? []
  }
}

/** A few journeys, one file after the other: they share the machine's two cores with the product. */
export default defineConfig({
  test: {
    name: 'browser',
    root: import.meta.dirname,
    include: ['*.test.ts', 'engines/*.test.ts'],
    globalSetup: ['./global-setup.ts'],
    setupFiles: ['./each-file.ts'],
    pool: 'forks',
    fileParallelism: false,
    // One process, with one browser, for all files: a visit has its own cookies, storage and cache all the same.
    isolate: false,
    sequence: { sequencer: EvenShards },
    retry: 0,
    // A busy machine takes longer than the second that a poll waits by itself.
    expect: { poll: { timeout: 90_000 } },
    testTimeout: 480_000,
    hookTimeout: 480_000,
  },
})
