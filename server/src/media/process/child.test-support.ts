import { existsSync, writeFileSync } from 'node:fs'
import { invalidField } from '../../http/app-error.ts'
import { serveTasks } from './serve-tasks.ts'

const MAX_RESIDENT_BYTES = 256 * 1024 ** 2

/** A child whose one task is named by its file. */
serveTasks(
  {
    inspectUpload: async ({ path }: { path: string }) => {
      const [what, marker = ''] = path.split(':')
      const isFirst = marker !== '' && !existsSync(marker)
      if (marker) writeFileSync(marker, String(process.pid))
      if (what === 'refused') throw invalidField('file', 'Refused')
      if (what === 'broken') throw new Error('broken')
      if (what === 'deadly') process.kill(process.pid, 'SIGKILL')
      // Holds the thread as a parser does that found an endless loop.
      while (what === 'endless' || (what === 'slow at first' && isFirst));
      if (what === 'bomb') {
        const filled: Buffer[] = []
        for (;;) filled.push(Buffer.alloc(16 * 1024 * 1024, 1))
      }
      return process.pid
    },
  },
  { maxResidentBytes: MAX_RESIDENT_BYTES },
)
