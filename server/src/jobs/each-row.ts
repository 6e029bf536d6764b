import { isDatabaseAway } from '../db/client.ts'
import { Crash } from '../failpoints.ts'

/**
 * Does what each of the due rows waits for. One that fails keeps none of the others from theirs.
 * @throws Error that names the first one that failed, once all were tried: the round is logged and comes again
 */
export async function eachRow<Row extends { id: string }>(
  rows: readonly Row[],
  work: (row: Row) => Promise<void>,
): Promise<void> {
  const failures: { id: string; cause: Error }[] = []
  for (const row of rows) {
    try {
      await work(row)
    } catch (error) {
      // Not this row's: the others would wait for the same.
      if (error instanceof Crash || isDatabaseAway(error)) throw error
      failures.push({ id: row.id, cause: error as Error })
    }
  }
  const [first] = failures
  if (!first) return
  const { id, cause } = first
  throw new Error(`${failures.length} of ${rows.length} rows failed, ${id} first: ${cause.message}`, { cause })
}
