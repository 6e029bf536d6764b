import pg from 'pg'

/** Writes into the sandbox provider's own store what its test cards do. */
export async function inSandbox(t: { ownerUrl: string }, sql: string, values: unknown[]): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: t.ownerUrl })
  await client.connect()
  return client.query(sql, values).finally(() => client.end())
}

/** The buyer's bank takes the money back, and no webhook says so. */
export const chargeBack = (t: { ownerUrl: string }, paymentId: string): Promise<pg.QueryResult> =>
  inSandbox(t, `update sandbox.payments set state = 'disputed' where payment_id = $1`, [paymentId])
