import type { Nft } from '@verso/protocol/nfts'
import { piecesOf } from './pieces-of.ts'
import { type Chain, type ChainToken, readToken } from './read-token.ts'
import { computeFileCid, computeRawCid } from './unixfs-cid.ts'

export type CheckName = 'file' | 'metadata' | 'link' | 'words' | 'token' | 'address' | 'owner'
const CHECKS = ['file', 'metadata', 'link', 'words', 'token', 'owner'] as const
/** On Solana the address of a token follows from its metadata. On the EVM chains the contract says so at the mint. */
const SOLANA_CHECKS = ['file', 'metadata', 'link', 'words', 'token', 'address', 'owner'] as const
export const checksOf = ({ chain }: Nft): readonly CheckName[] => (chain === 'SOL' ? SOLANA_CHECKS : CHECKS)
/** `found` is what this browser worked out or read itself, `expected` what it was compared with. */
export type CheckResult =
  | { status: 'waiting' }
  | { status: 'working'; readBytes?: number }
  | { status: 'right' | 'wrong'; found: string; expected: string }
  | { status: 'unknown'; reason: 'notMinted' | 'moving' | 'unreachable' | 'unreadable' | 'notSecure' }
export type Report = (name: CheckName, result: CheckResult) => void

type Input = { nft: Nft; chain: Chain | undefined; mediaUrl: string; signal: AbortSignal }
class CannotCheck extends Error {
  readonly reason: Extract<CheckResult, { status: 'unknown' }>['reason']
  constructor(reason: CannotCheck['reason']) {
    super(reason)
    this.reason = reason
  }
}

/**
 * Believes nothing that the page says: the file's bytes → their CID → the metadata that name it → the metadata's CID → the
 * token on the chain. Each comparison is reported by itself; one that cannot be made never counts as right.
 */
export async function verifyNft(input: Input, report: Report): Promise<void> {
  const { nft } = input
  const fileCid = check('file', report, async () => {
    const found = await computeFileCid(piecesOf(await fetchPieces(input, nft.file_url)), (readBytes) =>
      report('file', { status: 'working', readBytes }),
    )
    return compare(found, nft.metadata.file_ipfs_hash)
  })
  const metadata = fetchMetadata(input)
  const metadataCid = check('metadata', report, async () =>
    compare(await computeRawCid(await metadata), nft.metadata.metadata_ipfs_hash),
  )
  const link = check('link', report, async () => {
    const cid = foundIn(await fileCid)
    return compare(linkOf(await metadata, nft), `ipfs://${cid}`)
  })
  const words = check('words', report, async () => compare(wordsOf(await metadata), wordsText(nft.name, nft.royalty)))
  const token = askChain(input, metadata)
  const uri = check('token', report, async () => compare((await token).uri, `ipfs://${foundIn(await metadataCid)}`))
  const address = checksOf(nft).includes('address')
    ? check('address', report, async () => compare((await token).address ?? '–', nft.token?.token_id))
    : undefined
  const owner = check('owner', report, async () => {
    const owners = compare(asCompared(nft, (await token).owner), asCompared(nft, nft.token?.owner_address))
    // The chain is ahead of this page while a sale is on its way.
    if (owners.found !== owners.expected && nft.latest_listing?.status === 'PAID') throw new CannotCheck('moving')
    return owners
  })
  await Promise.all([fileCid, metadataCid, link, words, uri, address, owner])
}

/** Runs one check and reports how it ends; `undefined` when it could not be made. */
async function check(
  name: CheckName,
  report: Report,
  work: () => Promise<{ found: string; expected: string }>,
): Promise<string | undefined> {
  report(name, { status: 'working' })
  try {
    const { found, expected } = await work()
    report(name, { status: found === expected ? 'right' : 'wrong', found, expected })
    return found
  } catch (error) {
    report(name, { status: 'unknown', reason: error instanceof CannotCheck ? error.reason : 'unreachable' })
    return undefined
  }
}

function compare(found: string, expected: string | null | undefined) {
  if (!expected) throw new CannotCheck('notMinted')
  return { found, expected }
}

/** A check that rests on another one cannot be made without it. */
function foundIn(found: string | undefined): string {
  if (found === undefined) throw new CannotCheck('unreachable')
  return found
}

async function fetchPieces({ signal }: Input, url: string): Promise<ReadableStream<Uint8Array>> {
  // Only pages of a safe address may compute hashes; our own are, and so is localhost.
  if (!globalThis.crypto?.subtle) throw new CannotCheck('notSecure')
  const answer = await fetch(url, { signal })
  if (!answer.ok || !answer.body) throw new CannotCheck('unreachable')
  return answer.body
}

async function fetchMetadata(input: Input): Promise<Uint8Array<ArrayBuffer>> {
  const cid = input.nft.metadata.metadata_ipfs_hash
  if (!cid) throw new CannotCheck('notMinted')
  const body = await fetchPieces(input, `${input.mediaUrl}/ipfs/${cid}`)
  return new Uint8Array(await new Response(body).arrayBuffer())
}

/** The address of the artwork in the metadata: the picture itself, or for everything else the animation. */
function linkOf(bytes: Uint8Array, nft: Nft): string {
  const metadata = parse(bytes)
  return String(nft.media_type === 'image' ? metadata.image : metadata.animation_url)
}

function wordsOf(bytes: Uint8Array): string {
  const metadata = parse(bytes)
  return wordsText(metadata.name, metadata.royalty)
}

const wordsText = (name: unknown, royaltyPercent: unknown): string => `${String(name)} · ${String(royaltyPercent)}%`

function parse(bytes: Uint8Array): Record<string, unknown> {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
  } catch {
    throw new CannotCheck('unreadable')
  }
}

/** The case of an address says nothing on the EVM chains. */
const asCompared = ({ chain }: Nft, address: string | null | undefined): string =>
  (chain === 'SOL' ? address : address?.toLowerCase()) ?? ''

async function askChain({ nft, chain }: Input, metadata: Promise<Uint8Array<ArrayBuffer>>): Promise<ChainToken> {
  if (!nft.token || !chain) throw new CannotCheck('notMinted')
  if (nft.chain === 'SOL') {
    // The reader of Solana's accounts is loaded only for an NFT on Solana.
    const { readSolanaToken } = await import('./read-solana-token.ts')
    return readSolanaToken(nft.token, await metadata)
  }
  const token = await readToken(chain, nft.token.token_id)
  return token ?? { uri: '–', owner: '–' }
}
