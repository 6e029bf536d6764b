import { resolve } from 'node:path'
import type { Rolldown } from 'vite'

const SOURCE = resolve(import.meta.dirname, 'src')
/** The modules that a visit begins with: the entry, the screen that most see first, and the menu of a member's navigation. */
const ROOTS = [
  'marketplace/main.tsx',
  'marketplace/screens/explore/explore-screen.tsx',
  'marketplace/shell/avatar-menu.tsx',
]
/** The modules of one view: the shell, the cards, a screen. */
const VIEW = /web\/src\/marketplace\/(?!nfts\/)(screens\/)?\w+/

/**
 * The name of the chunk that every page loads, for a module that belongs there: all that a first visit imports and other
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
    return (modules.has(id) && !viewOf(id, graph)) || packages.test(id) ? 'basics' : null
  }
}

/** The one view that a module is part of, or that alone imports it: it comes with the view. */
function viewOf(id: string, graph: Rolldown.ChunkingContext): string | undefined {
  const own = VIEW.exec(id)?.[0]
  if (own) return own
  const [view, ...others] = new Set(graph.getModuleInfo(id)?.importers.map((importer) => viewOf(importer, graph)))
  return others.length === 0 ? view : undefined
}

function importsOf(roots: string[], graph: Rolldown.ChunkingContext): Set<string> {
  const found = new Set(roots)
  // A set's loop goes on with what is added to it meanwhile. A package comes along with its importers, without the rest of its index.
  for (const id of found)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? [])
      if (!imported.includes('/node_modules/')) found.add(imported)
  return found
}
