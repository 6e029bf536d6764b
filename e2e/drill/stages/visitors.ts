import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, Person } from '../client.ts'

const PER_SECOND = 50
const SHOWN = 5

export type Visits = { sent: number; failed: string[]; slowestMs: number }

/** 50 requests a second until `isOver`, however they are answered: pages, lists, a work, and a write in ten. */
export async function sendVisitors(
  client: Client,
  { nftId, member, isOver }: { nftId: string; member: Person; isOver(sent: number): boolean },
): Promise<Visits> {
  const { token } = member
  const bookmark = (method: string) => ({ method, path: `/api/nfts/${nftId}/favourite/`, token })
  const calls = [
    { path: '/' },
    { path: '/api/nfts/?approved=true&sort=-updated_at' },
    { path: `/api/nfts/${nftId}/` },
    { path: '/api/notifications/', token },
    { path: `/api/nfts/${nftId}/`, token },
    { path: '/api/search/?q=drill' },
    { path: `/api/users/${member.id}/` },
    { path: '/api/accounts/credits/', token },
    bookmark('PUT'),
    { path: '/api/nfts/?listed=true' },
  ]
  const visits: Visits = { sent: 0, failed: [], slowestMs: 0 }
  const open = new Set<Promise<void>>()
  const startedMs = performance.now()
  while (!isOver(visits.sent)) {
    const call = calls[visits.sent++ % calls.length] as (typeof calls)[number]
    const sentMs = performance.now()
    const one: Promise<void> = client
      .send(call)
      .then(({ status, text }) => {
        visits.slowestMs = Math.max(visits.slowestMs, performance.now() - sentMs)
        if (status < 200 || status > 399) visits.failed.push(`${status} ${call.path} ${text.slice(0, 120)}`)
      })
      .finally(() => open.delete(one))
    open.add(one)
    await sleep(Math.max(0, startedMs + (visits.sent * 1_000) / PER_SECOND - performance.now()))
  }
  await Promise.all(open)
  for (const line of visits.failed.slice(0, SHOWN)) console.log(`    failed: ${line}`)
  return visits
}
