import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** Of one piece of work: jobs and sweeps ask the database too. */
const counting = new AsyncLocalStorage<{ roundTrips: number }>()

/** A connection that is opened sets its limits first; and a process looks once a second whether operators have closed the marketplace. */
const NO_PART = /^set statement_timeout|^select "value" from "settings" where "key" = 'maintenance'$/

/** How often the work asks the database until it is done, in the driver's words of its two protocols. */
export async function countRoundTrips<T>(work: () => Promise<T>): Promise<{ result: T; roundTrips: number }> {
  const { prototype } = pg.Connection
  const { sync, query } = prototype
  const count = () => {
    const counter = counting.getStore()
    if (counter) counter.roundTrips += 1
  }
  prototype.sync = function (this: pg.Connection) {
    count()
    return sync.call(this)
  }
  prototype.query = function (this: pg.Connection, text: string) {
    if (!NO_PART.test(text)) count()
    return query.call(this, text)
  }
  const counter = { roundTrips: 0 }
  try {
    // Also of work that begins when it is awaited, as an injected call does.
    const result = await counting.run(counter, async () => await work())
    return { result, ...counter }
  } finally {
    Object.assign(prototype, { sync, query })
  }
}
