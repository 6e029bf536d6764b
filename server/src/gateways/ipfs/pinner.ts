import type { Readable } from 'node:stream'

/** Keeps content reachable by its CID. The CID that comes back is compared with ours by the caller. */
export type Pinner = {
  name: 'embedded' | 'kubo' | 'pinning'
  /** @returns the CID under which the service keeps these bytes */
  pin(cid: string, open: () => Promise<Readable>): Promise<string>
  isPinned(cid: string): Promise<boolean>
  check(): Promise<void>
}
