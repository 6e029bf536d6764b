import { basename } from 'node:path'
import { afterAll, afterEach, expect } from 'vitest'
import { closeVisits, keepEvidence, takeComplaints } from './browser.ts'

/** A script error or a refused resource fails the test it happens in, in any tab. */
afterEach(async ({ task }) => {
  const complaints = takeComplaints()
  if (task.result?.state === 'fail' || complaints.length > 0) await keepEvidence(basename(task.file.name, '.test.ts'))
  expect(complaints).toEqual([])
})
afterAll(closeVisits)
