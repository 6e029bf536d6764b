// The content hash of IPFS, computed here and not asked for: what makes "Verify it yourself" true. The same as the server's
// (profile `unixfs-v1-2025`, docs/rules.md R96): raw leaves of 1 MiB, nodes of up to 1,024 links, CIDv1, sha2-256.

const CHUNK_BYTES = 1024 * 1024
const LINKS_PER_NODE = 1024
const CID_V1 = 0x01
const SHA2_256 = 0x12
const SHA2_256_BYTES = 32
const RAW = 0x55
const DAG_PB = 0x70
const UNIXFS_FILE = 2

/** A block of the tree: its CID's bytes, how much of the file is below it, and how much it and all below take up. */
type Block = { cid: Uint8Array<ArrayBuffer>; fileBytes: number; treeBytes: number }

/** The CID of a file that arrives piece by piece; no more than one chunk of it is kept. */
export async function computeFileCid(
  pieces: AsyncIterable<Uint8Array>,
  onProgress: (bytes: number) => void = () => undefined,
): Promise<string> {
  const leaves: Block[] = []
  let readBytes = 0
  for await (const chunk of inChunks(pieces)) {
    leaves.push(await leafOf(chunk))
    readBytes += chunk.length
    onProgress(readBytes)
  }
  let level = leaves
  while (level.length > 1) level = await Promise.all(groupsOf(level, LINKS_PER_NODE).map(nodeOf))
  return textOf((level[0] ?? (await leafOf(new Uint8Array()))).cid)
}

/** The CID of bytes that are one raw block, as a token's metadata are. */
export const computeRawCid = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => textOf(await cidOf(RAW, bytes))

/** Joins and cuts what arrives into pieces of exactly one chunk; the last one is what is left. */
async function* inChunks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const chunk = new Uint8Array(CHUNK_BYTES)
  let filled = 0
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + CHUNK_BYTES - filled)
      chunk.set(part, filled)
      filled += part.length
      at += part.length
      if (filled < CHUNK_BYTES) continue
      yield chunk
      filled = 0
    }
  }
  if (filled > 0) yield chunk.subarray(0, filled)
}

const groupsOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))

const leafOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<Block> => ({
  cid: await cidOf(RAW, bytes),
  fileBytes: bytes.length,
  treeBytes: bytes.length,
})

/** A dag-pb node: its links, then the UnixFS description of the part of the file below it. */
async function nodeOf(children: readonly Block[]): Promise<Block> {
  const links = children.flatMap((child) => bytesField(2, linkTo(child)))
  const fileBytes = sum(children.map((child) => child.fileBytes))
  const blockSizes = children.flatMap((child) => numberField(4, child.fileBytes))
  const unixFs = [...numberField(1, UNIXFS_FILE), ...numberField(3, fileBytes), ...blockSizes]
  const node = new Uint8Array([...links, ...bytesField(1, unixFs)])
  return {
    cid: await cidOf(DAG_PB, node),
    fileBytes,
    treeBytes: node.length + sum(children.map((child) => child.treeBytes)),
  }
}

const linkTo = (child: Block) => [...bytesField(1, child.cid), ...bytesField(2, []), ...numberField(3, child.treeBytes)]
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

// Protocol Buffers: a field is its number and kind, then the value.
const numberField = (field: number, value: number) => [field << 3, ...varint(value)]
const bytesField = (field: number, bytes: Iterable<number>) => {
  const content = [...bytes]
  return [(field << 3) | 2, ...varint(content.length), ...content]
}
function varint(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest % 128) + 128)
  }
}

async function cidOf(codec: number, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return new Uint8Array([CID_V1, codec, SHA2_256, SHA2_256_BYTES, ...digest])
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
/** Base32 in lower case without padding, which multibase calls `b`. */
function textOf(cid: Uint8Array): string {
  let text = 'b'
  let waiting = 0
  let bits = 0
  for (const byte of cid) {
    waiting = (waiting << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += BASE32[(waiting >> bits) & 31]
    }
    waiting &= (1 << bits) - 1
  }
  return bits > 0 ? text + BASE32[(waiting << (5 - bits)) & 31] : text
}
