import { THUMBNAIL_TYPES } from '@verso/protocol/limits'

/** A picture of at most `maxBytes` that is a thumbnail as it is. An object of its own: the two are uploaded apart, the thumbnail compressed. */
export function copyAsThumbnail(artwork: File, maxBytes: number): File | undefined {
  const canBe = (THUMBNAIL_TYPES as readonly string[]).includes(artwork.type) && artwork.size <= maxBytes
  return canBe ? new File([artwork], artwork.name, { type: artwork.type }) : undefined
}
