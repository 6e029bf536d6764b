import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Pinner } from './pinner.ts'

const TIMEOUT_MS = 120_000
const PROFILE = 'cid-version=1&raw-leaves=true&chunker=size-1048576&max-file-links=1024'

/** Kubo's RPC: the bytes are added with the parameters of profile `unixfs-v1-2025`, so that the CID is the same as ours. */
export function createKuboPinner(settings: { apiUrl: string; token?: string }): Pinner {
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { ...init.headers, ...(settings.token && { authorization: `Bearer ${settings.token}` }) }
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    return fetch(new URL(`/api/v0/${path}`, settings.apiUrl), {
      ...init,
      method: 'POST',
      headers,
      signal,
      redirect: 'error',
    })
  }
  return {
    name: 'kubo',
    pin: async (_cid, open) => {
      // A file that knew it could end the form, and begin another one.
      const boundary = randomUUID()
      // A raw block (metadata JSON) fits in one chunk: add gives it the same raw CID.
      const init = {
        body: Readable.toWeb(Readable.from(multipart(await open(), boundary))) as BodyInit,
        duplex: 'half',
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      }
      const answer = await call(`add?${PROFILE}&pin=true&quieter=true`, init)
      if (!answer.ok) throw new Error(`kubo answered ${answer.status}`)
      return ((await answer.json()) as { Hash?: string }).Hash ?? ''
    },
    isPinned: async (cid) => {
      const answer = await call(`pin/ls?arg=${encodeURIComponent(cid)}&type=recursive`)
      // Kubo itself says with 500 that it does not have a pin; another status is not its answer.
      if (!answer.ok && answer.status !== 500) throw new Error(`kubo answered ${answer.status}`)
      return answer.ok
    },
    check: async () => {
      const answer = await call('version')
      if (!answer.ok) throw new Error(`kubo answered ${answer.status}`)
    },
  }
}

/** The one file as a form, without ever holding it whole. Its length is not known to Kubo beforehand, and need not be. */
async function* multipart(content: Readable, boundary: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="file"\r\ncontent-type: application/octet-stream\r\n\r\n`,
  )
  yield* content
  yield Buffer.from(`\r\n--${boundary}--\r\n`)
}
