import pg from 'pg'

/** @returns the one row that `query` has, or the first */
export async function readRow<Row extends pg.QueryResultRow>(url: string, query: string): Promise<Row> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const [row] = (await client.query<Row>(query)).rows
    if (!row) throw new Error(`there is no row of: ${query}`)
    return row
  } finally {
    await client.end()
  }
}
