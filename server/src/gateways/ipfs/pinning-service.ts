import type { Pinner } from './pinner.ts'

const TIMEOUT_MS = 30_000
/** Without it only finished pins would be listed, and every check would request another. A failed pin is requested again. */
const ALIVE = 'queued,pinning,pinned'
type Pin = { status: string; pin: { cid: string } }

/** The vendor-neutral Pinning Service API: the service fetches the blocks from our gateway by their CID. */
export function createPinningService(settings: { apiUrl: string; token: string }): Pinner {
  const base = settings.apiUrl.replace(/\/+$/, '')
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${settings.token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${base}${path}`, {
      ...init,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!answer.ok) throw new Error(`the pinning service answered ${answer.status}`)
    return answer.json() as Promise<unknown>
  }
  const find = async (cid: string) => {
    const query = `cid=${encodeURIComponent(cid)}&status=${ALIVE}`
    const { results = [] } = (await call(`/pins?${query}`)) as { results?: Pin[] }
    return results[0]
  }
  return {
    name: 'pinning',
    pin: async (cid) => {
      const pin = (await find(cid)) ?? ((await call('/pins', { method: 'POST', body: JSON.stringify({ cid }) })) as Pin)
      return pin.pin.cid
    },
    isPinned: async (cid) => (await find(cid))?.status === 'pinned',
    check: async () => void (await call('/pins?limit=1')),
  }
}
