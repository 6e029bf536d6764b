import { afterAll, afterEach, expect } from 'vitest'
import { closeBrowser, takeComplaints } from './browser.ts'

/** A script error or a refused resource fails the test it happens in, in whichever tab, whatever the test looks at. */
afterEach(() => expect(takeComplaints()).toEqual([]))
afterAll(closeBrowser)
