import { it } from 'vitest'
import { openFirefox } from './firefox.ts'
import { isSkipped } from './installed.ts'
import { runMainJob } from './run-main-job.ts'

it.skipIf(isSkipped('firefox'))('a newcomer buys a work, makes one and lists it in Firefox', () =>
  runMainJob(openFirefox, 'firefox', '+94771234505'),
)
