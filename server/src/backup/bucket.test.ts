import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { expect, test } from 'vitest'
import { useTestApp } from '../../test/test-app.ts'
import { systemRandom } from '../clock.ts'
import { openTarget } from './backup-target.ts'
import { makeBackup } from './make-backup.ts'
import { findManifest } from './manifest.ts'
import { deriveBackupKey } from './sealed-stream.ts'
import { verifyBackup } from './verify-backup.ts'

const t = useTestApp()

test('a bucket takes backups as a folder does, and a wrong place is a sentence', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'verso-buckets-'))
  const configureBuckets = [{ name: 'kept', configs: [] }]
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
  const { port } = await server.run()
  const s3 = {
    bucket: '',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
  try {
    const target = await openTarget('s3://kept/verso/', s3)
    const access = { target, key: deriveBackupKey('one key of the operator, long'), random: systemRandom }
    await expect(findManifest(access)).rejects.toThrow('no finished backup in s3://kept/verso/')
    const { config, storage, clock } = t.ctx
    const { id } = await makeBackup(access, { config, storage, clock, isEmbedded: false })
    const manifest = await findManifest(access)
    expect(manifest.id).toBe(id)
    await verifyBackup(access, manifest)
  } finally {
    await server.close()
    await rm(directory, { recursive: true })
  }
  await expect(openTarget('s3://', s3)).rejects.toThrow('names no bucket')
  await expect(openTarget('s3://kept', { ...s3, accessKeyId: '' })).rejects.toThrow('S3_ACCESS_KEY_ID')
})
