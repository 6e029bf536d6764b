import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { Config } from '../../config/config.ts'
import type { Storage } from './storage.ts'

const PART_BYTES = 8 * 1024 * 1024
/** With the part's size, the most memory that one upload takes. */
const PARTS_AT_ONCE = 2
const CONNECT_MAX_MS = 5_000
/** Until an answer begins; its body may take as long as its reader. A look is tried again. */
const ANSWER_MAX_MS = 10_000
/** With all tries. */
const CHECK_MAX_MS = 5_000
/** The same. As long as may be before PostgreSQL cuts the idle transaction around it: a later deletion could remove bytes that are in use again. */
const DELETE_MAX_MS = 10_000

/** File bytes in an S3-compatible bucket. What is larger than a part goes up in parts, and none stays behind when it breaks. */
export function createS3Storage(settings: Config['storage']['s3']): Storage {
  const { bucket: Bucket } = settings
  const client = openClient(settings)
  const patience = { requestTimeout: ANSWER_MAX_MS }
  const within = (ms: number) => ({ abortSignal: AbortSignal.timeout(ms) })
  const size = async (Key: string) => {
    const head = await unlessMissing(client.send(new HeadObjectCommand({ Bucket, Key }), patience))
    return head && (head.ContentLength ?? 0)
  }
  const put: Storage['put'] = async (Key, Body, { mime }) => {
    const params = { Bucket, Key, Body, ContentType: mime }
    await new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE }).done()
  }
  return {
    name: 's3',
    put,
    putFile: (key, path, options) => put(key, createReadStream(path), options),
    get: async (Key, range) => {
      const Range = range && `bytes=${range.start}-${range.end}`
      const object = await unlessMissing(client.send(new GetObjectCommand({ Bucket, Key, Range }), patience))
      if (!object?.Body) return undefined
      const whole = object.ContentRange?.split('/')[1]
      return { body: object.Body as Readable, sizeBytes: whole ? Number(whole) : (object.ContentLength ?? 0) }
    },
    size,
    delete: async (Key) => void (await client.send(new DeleteObjectCommand({ Bucket, Key }), within(DELETE_MAX_MS))),
    check: async () => void (await client.send(new HeadBucketCommand({ Bucket }), within(CHECK_MAX_MS))),
  }
}

const openClient = ({ region, endpoint, accessKeyId, secretAccessKey }: Config['storage']['s3']): S3Client =>
  new S3Client({
    region,
    endpoint,
    requestHandler: {
      connectionTimeout: CONNECT_MAX_MS,
      throwOnRequestTimeout: true,
      // A body holds its connection for as long as its reader takes; the library's fifty would let fifty readers stop all others.
      httpAgent: { maxSockets: Number.POSITIVE_INFINITY },
      httpsAgent: { maxSockets: Number.POSITIVE_INFINITY },
    },
    // Other vendors' servers have no host name per bucket, and do not all know the newer checksums.
    forcePathStyle: endpoint !== undefined,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    credentials: { accessKeyId, secretAccessKey },
  })

/** The names directly under a prefix that ends with a slash, or is empty: those of objects, and those before a further slash. */
export async function listS3Names(settings: Config['storage']['s3'], prefix: string): Promise<string[]> {
  const client = openClient(settings)
  const names: string[] = []
  for (let ContinuationToken: string | undefined; ; ) {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: settings.bucket, Prefix: prefix, Delimiter: '/', ContinuationToken }),
    )
    names.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []))
    names.push(...(page.CommonPrefixes ?? []).flatMap(({ Prefix }) => Prefix?.replace(/\/$/, '') ?? []))
    ContinuationToken = page.NextContinuationToken
    if (!ContinuationToken) return names.map((name) => name.slice(prefix.length))
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
