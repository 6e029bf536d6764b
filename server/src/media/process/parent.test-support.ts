import { createMediaProcess } from './media-process.ts'

/** A server that is killed while its media process is stuck. */
const media = createMediaProcess({ child: new URL('./child.test-support.ts', import.meta.url) })
await media.run('inspectUpload', { path: `endless:${process.argv[2]}`, sizeBytes: 0 })
