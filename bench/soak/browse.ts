import { Agent, type ClientRequest } from 'node:http'
import { openStream } from '../live/open-stream.ts'
import { type SoakingMember, think } from './soaking-member.ts'

const LOOKS_MS = [3_000, 7_000] as const
const WORDS = ['night', 'member', 'work', 'pl', 'nothing of this name']

type Nft = { id: string; created_by: string }
type Browsing = { url: string; isOver(): boolean; failed(error: unknown): void }

const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(Math.random() * from.length)]

/** Goes from page to page with a live stream open: mostly Explore and works, now and then a profile, a search, the bell. */
export async function browse(member: SoakingMember, { url, isOver, failed }: Browsing): Promise<void> {
  const agent = new Agent()
  let seen: Nft[] = []
  let stream: ClientRequest | undefined
  const explore = async () => {
    seen = await member.call<Nft[]>('GET', '/api/nfts/?approved=true&listed=true&sort=-updated_at')
  }
  const pages = [
    explore,
    explore,
    async () => void (await member.call('GET', `/api/nfts/${pick(seen)?.id}/`)),
    async () => void (await member.call('GET', `/api/nfts/${pick(seen)?.id}/`)),
    async () => {
      const id = pick(seen)?.created_by
      await Promise.all([`/api/users/${id}/`, `/api/nfts/?created_by=${id}`].map((path) => member.call('GET', path)))
    },
    async () => void (await member.call('GET', `/api/search/?q=${pick(WORDS)}`)),
    async () => void (await member.call('GET', '/api/notifications/')),
  ]
  await think([0, LOOKS_MS[1]])
  while (!isOver()) {
    try {
      if (!stream || stream.destroyed) stream = await openStream(url, { headers: member.headers() }, agent)
      await (seen.length === 0 ? explore : (pick(pages) ?? explore))()
    } catch (error) {
      failed(error)
    }
    await think(LOOKS_MS)
  }
  agent.destroy()
}
