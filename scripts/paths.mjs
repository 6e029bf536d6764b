import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
/** Files that can be made again: the pinned Node, stamps, test results. */
export const CACHE = join(ROOT, '.cache')
