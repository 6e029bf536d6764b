import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useTestApp } from '../../../test/test-app.ts'
import { assertStorageFolder, claimStorageFolder } from './claim-storage-folder.ts'

const t = useTestApp()

test('the files of a database stay in one folder: a process with another one is refused', async () => {
  const other = await mkdtemp(join(tmpdir(), 'verso-other-'))
  const apart = { ...t.ctx, config: { ...t.ctx.config, dataDir: other } }
  // A command asks, and records nothing.
  await assertStorageFolder(apart)
  await claimStorageFolder(t.ctx)
  await claimStorageFolder(t.ctx)
  await expect(claimStorageFolder(apart)).rejects.toThrow('STORAGE_DRIVER=s3')
  await expect(assertStorageFolder(apart)).rejects.toThrow(join(other, 'files'))
  const s3 = { ...apart.config, storage: { ...apart.config.storage, kind: 's3' as const } }
  await claimStorageFolder({ ...apart, config: s3 })
  await rm(other, { recursive: true })
})
