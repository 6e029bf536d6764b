import type { CompressionRequest, CompressionResult } from './compress-picture.worker.ts'

const GIVE_UP_MS = 20_000

/** A picture that the browser cannot decode, or cannot read from the disk any more. */
export class UnreadablePicture extends Error {}

/**
 * Draws a picture anew, off the main thread: in its pixels alone, so without what a camera has written beside them. Cancelled, it
 * throws what the signal says.
 * @returns nothing when it is small enough as it is, unless that is `isAlways` drawn too
 */
export async function compressPicture(request: CompressionRequest, signal?: AbortSignal): Promise<File | undefined> {
  const blob = await inWorker(request, signal)
  if (!blob) return undefined
  const ending = blob.type === 'image/png' ? '.png' : '.jpg'
  return new File([blob], request.file.name.replace(/\.\w+$/, '') + ending, { type: blob.type })
}

function inWorker(request: CompressionRequest, signal: AbortSignal | undefined): Promise<Blob | null> {
  const worker = new Worker(new URL('./compress-picture.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Blob | null>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The compression took too long.')), GIVE_UP_MS)
    signal?.addEventListener('abort', () => reject(signal.reason))
    worker.onmessage = ({ data }: MessageEvent<CompressionResult>) => {
      clearTimeout(timer)
      if ('error' in data) reject(data.isUnreadable ? new UnreadablePicture(data.error) : new Error(data.error))
      else resolve(data.blob)
    }
    worker.onerror = (event) => {
      clearTimeout(timer)
      reject(new Error(event.message))
    }
    worker.postMessage(request)
  }).finally(() => worker.terminate())
}
