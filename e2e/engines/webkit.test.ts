import { it } from 'vitest'
import { isSkipped } from './installed.ts'
import { runMainJob } from './run-main-job.ts'
import { openWebKit } from './webkit.ts'

it.skipIf(isSkipped('webkit'))('a newcomer buys a work, makes one and lists it in WebKit', () =>
  runMainJob(openWebKit, 'webkit', '+94771234506'),
)
