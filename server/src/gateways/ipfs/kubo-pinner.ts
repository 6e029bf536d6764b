import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import type { Pinner } from './pinner.ts'

const TIMEOUT_MS = 120_000

/** Kubo's RPC: the bytes are added with the parameters of profile `unixfs-v1-2025`, so that the CID is the same as ours. */
export function createKuboPinner(settings: { apiUrl: string; token?: string }): Pinner {
  const call = async (path: string, body?: FormData) => {
    const headers: Record<string, string> = settings.token ? { authorization: `Bearer ${settings.token}` } : {}
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    return fetch(new URL(`/api/v0/${path}`, settings.apiUrl), { method: 'POST', body, headers, signal })
  }
  const add = async (params: string, open: () => Promise<Readable>) => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(await buffer(await open()))]))
    const answer = await call(params, form)
    if (!answer.ok) throw new Error(`kubo answered ${answer.status}`)
    return (await answer.json()) as { Hash?: string; Key?: string }
  }
  return {
    name: 'kubo',
    pin: async (cid, open) => {
      // A raw block (metadata JSON) fits in one chunk: add gives it the same raw CID.
      const { Hash = '' } = await add(
        'add?pin=true&cid-version=1&raw-leaves=true&chunker=size-1048576&max-file-links=1024&quieter=true',
        open,
      )
      return Hash || cid
    },
    isPinned: async (cid) => (await call(`pin/ls?arg=${encodeURIComponent(cid)}&type=recursive`)).ok,
    check: async () => {
      const answer = await call('version')
      if (!answer.ok) throw new Error(`kubo answered ${answer.status}`)
    },
  }
}
