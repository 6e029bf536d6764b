import pg from 'pg'

/** How often this process asks the database until the work is done, in the driver's words of its two protocols. */
export async function countRoundTrips<T>(work: () => Promise<T>): Promise<{ result: T; roundTrips: number }> {
  const { prototype } = pg.Connection
  const { sync, query } = prototype
  let roundTrips = 0
  prototype.sync = function (this: pg.Connection) {
    roundTrips += 1
    return sync.call(this)
  }
  prototype.query = function (this: pg.Connection, text: string) {
    roundTrips += 1
    return query.call(this, text)
  }
  try {
    return { result: await work(), roundTrips }
  } finally {
    Object.assign(prototype, { sync, query })
  }
}
