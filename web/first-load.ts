import { resolve } from 'node:path'
import type { Rolldown } from 'vite'

const SOURCE = resolve(import.meta.dirname, 'src')
/** Where a visit begins: the entry, the screen that most see first, and what a member's navigation adds. */
const ROOTS = [
  'marketplace/main.tsx',
  'marketplace/screens/explore/explore-screen.tsx',
  'marketplace/shell/avatar-menu.tsx',
]
/** Stays with the entry or with its screen. */
const OF_ONE_VIEW = /web\/src\/marketplace\/(?!nfts\/)/

/**
 * The name of the chunk that every page loads, for a module that belongs there: whatever a first visit imports and other
 * screens share. Read from the modules' own imports, so that there is no list to keep; of the
 * packages come those of this pattern.
 */
export function nameOfFirstLoad(packages: RegExp): Rolldown.CodeSplittingNameFunction {
  let modules: Set<string> | undefined
  return (id, graph) => {
    modules ??= importsOf(
      ROOTS.map((root) => resolve(SOURCE, root)),
      graph,
    )
    return (modules.has(id) && !OF_ONE_VIEW.test(id)) || packages.test(id) ? 'basics' : null
  }
}

function importsOf(roots: string[], graph: Rolldown.ChunkingContext): Set<string> {
  const found = new Set(roots)
  // A set's loop goes on with what is added to it meanwhile. A package comes along with who imports it, without the rest of its index.
  for (const id of found)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? [])
      if (!imported.includes('/node_modules/')) found.add(imported)
  return found
}
