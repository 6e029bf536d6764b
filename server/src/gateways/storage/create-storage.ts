import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { createDiskStorage } from './disk-storage.ts'
import { createS3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'

export const createStorage = (config: Config): Storage =>
  config.storage.kind === 's3' ? createS3Storage(config.storage.s3) : createDiskStorage(join(config.dataDir, 'files'))
