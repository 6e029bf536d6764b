import { COMPRESSION_LONGER_SIDE_PX, COMPRESSION_TARGET_BYTES } from '@verso/protocol/limits'
import { uploadFile } from '../../api/files.ts'
import { compressPicture, UnreadablePicture } from './compress-picture.ts'

/**
 * Uploads a picture of a profile as it is drawn anew (docs/rules.md R64): everybody may fetch it, and a phone writes into a photo where
 * it was taken. One that could be drawn and was not is never sent as it is.
 * @returns the file's id
 */
export const uploadProfilePicture = async (file: File): Promise<string> => (await uploadFile(await drawAnew(file))).id

async function drawAnew(file: File): Promise<File> {
  const limits = { targetBytes: COMPRESSION_TARGET_BYTES, longerSidePx: COMPRESSION_LONGER_SIDE_PX }
  try {
    const drawn = await compressPicture({ file, ...limits, isAlways: true })
    if (!drawn) throw new Error('The picture was not drawn.')
    return drawn
  } catch (error) {
    // The server says what is wrong with it, and the upload whether it was changed on the disk.
    if (error instanceof UnreadablePicture) return file
    throw error
  }
}
