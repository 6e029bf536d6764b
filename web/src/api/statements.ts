import type { StatementEntry } from '@verso/protocol/accounts'
import { api } from './client.ts'

export type StatementName = 'credits' | 'earnings'

const PAGE = 100

/** Every line of a statement, newest first. */
export async function fetchStatement(name: StatementName): Promise<StatementEntry[]> {
  const entries: StatementEntry[] = []
  let cursor: string | undefined
  do {
    const query = { limit: PAGE, cursor }
    const page = await api.list<StatementEntry>(`/api/accounts/${name}/entries/`, { query })
    entries.push(...page.data)
    cursor = page.meta.next_cursor ?? undefined
  } while (cursor)
  return entries
}
