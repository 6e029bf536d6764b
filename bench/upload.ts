import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { NFT_FILE_MAX_BYTES } from '../protocol/src/limits.ts'
import { buildMember, type Member } from '../server/test/build-member.ts'
import { openProduct } from '../server/test/open-product.ts'
import type { Product } from '../server/test/product.ts'
import { getDemoProduct, untilPicturesAreMade } from './demo-product.ts'
import type { Benchmark } from './measurement.ts'
import { childPids, residentMb, togetherMb } from './resident-memory.ts'

const AT_ONCE = 10
/** Longer than a media process waits for the next file. */
const SETTLE_MS = 8_000
const SAMPLE_MS = 25
const CHUNK_BYTES = 64 * 1024
const WAV_HEADER_BYTES = 44
const BOUNDARY = 'bench-upload'

/** How much the server grows while the largest files come in: it must stream them. */
export const upload: Benchmark = {
  name: 'upload',
  run: async () => {
    const { product } = await getDemoProduct()
    await untilPicturesAreMade(product.dataDir)
    // The demo's rest on the heap would hide the growth.
    await product.stop()
    await product.restart()
    const ctx = await openProduct(product.dataDir)
    try {
      const members: Member[] = []
      for (let index = 0; index < AT_ONCE; index++) members.push(await buildMember({ ctx }))
      const send = (count: number, sizeBytes: number) =>
        Promise.all(members.slice(0, count).map((member) => sendSound(product, member, sizeBytes)))
      await send(1, 100_000)
      const [one, ten] = [
        await growthMb(product, () => send(1, NFT_FILE_MAX_BYTES)),
        await growthMb(product, () => send(AT_ONCE, NFT_FILE_MAX_BYTES)),
      ]
      return [
        { what: 'memory for an upload of 100 MB', measured: one.serverMb, unit: 'MB', target: { atMost: 64 } },
        {
          what: '… with the media process that starts for it',
          measured: one.togetherMb,
          unit: 'MB',
          target: { atMost: 64 },
        },
        { what: 'memory for ten of them at once', measured: ten.serverMb, unit: 'MB', target: { atMost: 256 } },
        { what: '… with the two media processes', measured: ten.togetherMb, unit: 'MB', target: { atMost: 256 } },
      ]
    } finally {
      await ctx.close()
    }
  },
}

/** How far the memory rises while `work` goes on, above what it was before: of the server, and of it with all that it starts. */
async function growthMb(
  product: Product,
  work: () => Promise<unknown>,
): Promise<{ serverMb: number; togetherMb: number }> {
  await sleep(SETTLE_MS)
  const before = residentMb(product.pid)
  const others = new Set(childPids(product.pid))
  const together = () => togetherMb([product.pid, ...childPids(product.pid).filter((pid) => !others.has(pid))])
  const togetherBefore = together()
  let [peakMb, togetherPeakMb] = [before, togetherBefore]
  const sampling = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(product.pid))
    togetherPeakMb = Math.max(togetherPeakMb, together())
  }, SAMPLE_MS)
  try {
    await work()
  } finally {
    clearInterval(sampling)
  }
  return { serverMb: peakMb - before, togetherMb: togetherPeakMb - togetherBefore }
}

async function sendSound(product: Product, member: Member, sizeBytes: number): Promise<void> {
  const headers = {
    authorization: `Bearer ${member.tokens.access}`,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
  }
  const sending = request(`${product.url}/api/files/`, { method: 'POST', headers })
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>
  await pipeline(multipart(member.id, sizeBytes), sending)
  const [answer] = await answered
  const body = await text(answer)
  if (answer.statusCode !== 200) throw new Error(`an upload answered ${answer.statusCode}: ${body}`)
}

/** A sound whose samples are the member's id, so that no two uploads are the same bytes. */
async function* multipart(memberId: string, sizeBytes: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="long.wav"\r\ncontent-type: audio/wav\r\n\r\n`,
  )
  yield wavHeader(sizeBytes)
  const samples = Buffer.alloc(CHUNK_BYTES, memberId)
  for (let left = sizeBytes - WAV_HEADER_BYTES; left > 0; left -= CHUNK_BYTES) yield samples.subarray(0, left)
  yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
}

function wavHeader(sizeBytes: number): Buffer {
  const [rateHz, bytesPerSample] = [44_100, 2]
  const header = Buffer.alloc(WAV_HEADER_BYTES)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(sizeBytes - 8, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rateHz, 24)
  header.writeUInt32LE(rateHz * bytesPerSample, 28)
  header.writeUInt16LE(bytesPerSample, 32)
  header.writeUInt16LE(8 * bytesPerSample, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(sizeBytes - WAV_HEADER_BYTES, 40)
  return header
}
