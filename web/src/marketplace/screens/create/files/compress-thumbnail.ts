import { COMPRESSION_LONGER_SIDE_PX, COMPRESSION_TARGET_BYTES } from '@verso/protocol/limits'
import { compressPicture } from '../../../pictures/compress-picture.ts'

/**
 * Makes a thumbnail small enough to send: 1 MB, longer side 1920 px (docs/rules.md R64). On any failure the original is sent.
 * Cancelled, it throws what the signal says.
 */
export async function compressThumbnail(file: File, signal?: AbortSignal): Promise<File> {
  try {
    const wanted = { file, targetBytes: COMPRESSION_TARGET_BYTES, longerSidePx: COMPRESSION_LONGER_SIDE_PX }
    const small = await compressPicture(wanted, signal)
    return small && small.size < file.size ? small : file
  } catch {
    signal?.throwIfAborted()
    return file
  }
}
