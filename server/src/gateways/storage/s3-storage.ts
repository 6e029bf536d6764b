import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { Config } from '../../config.ts'
import type { Storage } from './storage.ts'

/** File bytes in an S3-compatible bucket. */
export function createS3Storage(settings: Config['storage']['s3']): Storage {
  const { bucket: Bucket, region, endpoint, accessKeyId, secretAccessKey } = settings
  const client = new S3Client({
    region,
    endpoint,
    // Other vendors' servers have no host name per bucket, and do not all know the newer checksums.
    forcePathStyle: endpoint !== undefined,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    credentials: { accessKeyId, secretAccessKey },
  })
  const size = async (Key: string) => {
    const head = await unlessMissing(client.send(new HeadObjectCommand({ Bucket, Key })))
    return head && (head.ContentLength ?? 0)
  }
  return {
    name: 's3',
    put: async (Key, Body, { mime, sizeBytes }) => {
      const ContentLength = Buffer.isBuffer(Body) ? Body.length : sizeBytes
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength, ContentType: mime }))
    },
    get: async (Key, range) => {
      const Range = range && `bytes=${range.start}-${range.end}`
      const object = await unlessMissing(client.send(new GetObjectCommand({ Bucket, Key, Range })))
      if (!object?.Body) return undefined
      const whole = object.ContentRange?.split('/')[1]
      return { body: object.Body as Readable, sizeBytes: whole ? Number(whole) : (object.ContentLength ?? 0) }
    },
    size,
    delete: async (Key) => void (await client.send(new DeleteObjectCommand({ Bucket, Key }))),
    check: async () => void (await client.send(new HeadBucketCommand({ Bucket }))),
  }
}

async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
    if (name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404) return undefined
    throw error
  }
}
