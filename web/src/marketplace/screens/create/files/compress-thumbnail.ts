import { COMPRESSION_LONGER_SIDE_PX, COMPRESSION_TARGET_BYTES } from '@verso/protocol/limits'
import type { CompressionRequest, CompressionResult } from './compress-thumbnail.worker.ts'

const GIVE_UP_MS = 20_000

/**
 * Makes a thumbnail small enough to send: 1 MB, longer side 1920 px (docs/rules.md R64), off the main thread. On any failure the
 * original is sent. Cancelled, it throws what the signal says.
 */
export async function compressThumbnail(file: File, signal?: AbortSignal): Promise<File> {
  try {
    const wanted = { file, targetBytes: COMPRESSION_TARGET_BYTES, longerSidePx: COMPRESSION_LONGER_SIDE_PX }
    const blob = await inWorker(wanted, signal)
    if (!blob || blob.size >= file.size) return file
    const ending = blob.type === 'image/png' ? '.png' : '.jpg'
    return new File([blob], file.name.replace(/\.\w+$/, '') + ending, { type: blob.type })
  } catch {
    signal?.throwIfAborted()
    return file
  }
}

function inWorker(request: CompressionRequest, signal: AbortSignal | undefined): Promise<Blob | null> {
  const worker = new Worker(new URL('./compress-thumbnail.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Blob | null>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The compression took too long.')), GIVE_UP_MS)
    signal?.addEventListener('abort', () => reject(signal.reason))
    worker.onmessage = ({ data }: MessageEvent<CompressionResult>) => {
      clearTimeout(timer)
      if ('error' in data) reject(new Error(data.error))
      else resolve(data.blob)
    }
    worker.onerror = (event) => {
      clearTimeout(timer)
      reject(new Error(event.message))
    }
    worker.postMessage(request)
  }).finally(() => worker.terminate())
}
