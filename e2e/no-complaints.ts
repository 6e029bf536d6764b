import { afterEach, expect } from 'vitest'
import { takeComplaints } from './browser.ts'

/** A script error or a refused resource fails the test it happens in, in whichever tab, whatever the test looks at. */
afterEach(() => expect(takeComplaints()).toEqual([]))
