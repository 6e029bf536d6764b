import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { createDiskStorage } from './disk-storage.ts'
import type { Storage } from './storage.ts'

/** The S3 library is large, and loaded only where it is used. */
export async function createStorage(config: Config): Promise<Storage> {
  if (config.storage.kind === 'disk') return createDiskStorage(join(config.dataDir, 'files'))
  const { createS3Storage } = await import('./s3-storage.ts')
  return createS3Storage(config.storage.s3)
}
