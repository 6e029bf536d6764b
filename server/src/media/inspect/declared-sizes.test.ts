import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { declaredSizes, endlessFilm, manyPieces } from '../../../test/hostile-sizes.ts'
import { sampleMp3 } from '../../../test/sample-media.ts'
import type { MediaProcess } from '../../gateways/media/media-process.ts'
import { createMediaProcess } from '../process/media-process.ts'

const isTorture = process.env.TORTURE_ROUNDS !== undefined
/** The first of those with many pieces; all of them take minutes. */
const QUICK = 2
const TIMEOUT_MS = 90_000

describe('a sound or video that declares more than it has', () => {
  let folder: string
  let media: MediaProcess
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'verso-test-'))
    media = createMediaProcess()
  })
  afterAll(async () => {
    await media.stop()
    await rm(folder, { recursive: true })
  })

  const endingOf = (what: string) => what.split(' ')[1]?.toLowerCase()

  /** The result of an inspection: the ending of a file that is kept, else why it is not. */
  async function inspect(bytes: Buffer, timeoutMs?: number): Promise<string> {
    const path = join(folder, 'upload')
    await writeFile(path, bytes)
    const inspected = media.run('inspectUpload', { path, sizeBytes: bytes.length }, { timeoutMs })
    return inspected.then(
      (found) => (found === 'drawing' ? found : found.ending),
      (error: { code?: string; message: string }) => error.code ?? error.message,
    )
  }

  it.each(declaredSizes)('%s is refused or kept, by the same process as the next file', async (what, make) => {
    const [pid] = media.pids()
    expect([endingOf(what), 'unsupported_media_type']).toContain(await inspect(make()))
    expect(await inspect(sampleMp3())).toBe('mp3')
    expect(media.pids()).toContain(pid ?? media.pids()[0])
  })

  it.each(isTorture ? manyPieces : manyPieces.slice(0, QUICK))(
    '%s is refused or kept within the time of an upload, and the next file is read',
    async (what, make) => {
      const outcomes = [endingOf(what), 'unsupported_media_type', 'inspectUpload took too long']
      expect(outcomes).toContain(await inspect(make()))
      expect(await inspect(sampleMp3())).toBe('mp3')
    },
    TIMEOUT_MS,
  )

  it('a film whose parser does not end has its process ended, and the next file is read', async () => {
    expect(await inspect(endlessFilm(), 2_000)).toMatch(/took too long|ended its process/)
    expect(await inspect(sampleMp3())).toBe('mp3')
  })
})
