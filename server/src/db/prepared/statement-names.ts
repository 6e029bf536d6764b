import { createHash } from 'node:crypto'

type Limits = { afterRuns: number; atMost: number }

/**
 * A connection keeps the plan of each name, 0.3 to 0.6 MB of a list: a client that asks for every combination of filters must not fill
 * all of them.
 */
const COMPILED: Limits = { afterRuns: 5, atMost: 40 }
/** The plan of a transaction's statement is small: some 20 kB. */
const IN_TRANSACTIONS: Limits = { afterRuns: 20, atMost: 100 }
/** Texts that are counted: a statement with a list of values has one for each length. */
const MAX_COUNTED = 1_000
/** All columns of a table: a migration that adds one changes the answer, which PostgreSQL refuses a name. */
const ALL_COLUMNS = /(?<!count\()\*/

const compiledTexts = new Set<string>()

/** A text that `createStatements` keeps: it gets a name outside of transactions, too. */
export const expectAgain = (text: string): void => void compiledTexts.add(text)

/** The names under which each connection of a pool parses a text once; undefined for one that is parsed each time. */
export function createNames(): (text: string, isInTransaction: boolean) => string | undefined {
  const ofCompiled = nameAfterRuns(COMPILED)
  const ofTransactions = nameAfterRuns(IN_TRANSACTIONS)
  return (text, isInTransaction) => {
    if (compiledTexts.has(text)) return ofCompiled(text)
    return isInTransaction && !ALL_COLUMNS.test(text) ? ofTransactions(text) : undefined
  }
}

function nameAfterRuns({ afterRuns, atMost }: Limits): (text: string) => string | undefined {
  const runsByText = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined || names.size >= atMost) return name
    const runs = (runsByText.get(text) ?? 0) + 1
    if (runs > 1 || runsByText.size < MAX_COUNTED) runsByText.set(text, runs)
    if (runs < afterRuns) return undefined
    const given = createHash('sha256').update(text).digest('hex').slice(0, 32)
    names.set(text, given)
    return given
  }
}
