import { expect, test } from 'vitest'
import { countRoundTrips } from '../test/count-round-trips.ts'
import { useTestApp } from '../test/test-app.ts'
import { LOOK_MS } from './jobs/run-sweep.ts'
import { SWEEPS } from './worker.ts'

const t = useTestApp()
/** Of 15 that one API, two workers and a signer may have (docs/decisions/0270). */
const AT_REST_PER_SECOND = 6

test('the sweeps of a product at rest ask the database seldom', async () => {
  await t.runJobs()
  let perSecond = 0
  for (const sweep of SWEEPS) {
    const { result: due, roundTrips } = await countRoundTrips(async () =>
      sweep.nextDue ? sweep.nextDue(t.ctx) : void (await sweep.run(t.ctx)),
    )
    expect({ sweep: sweep.name, due }).toEqual({ sweep: sweep.name, due: undefined })
    perSecond += (roundTrips * 1_000) / (sweep.nextDue ? LOOK_MS : sweep.everyMs)
  }
  expect(perSecond).toBeLessThan(AT_REST_PER_SECOND)
})
