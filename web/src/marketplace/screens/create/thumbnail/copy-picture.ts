import { THUMBNAIL_MAX_BYTES, THUMBNAIL_TYPES } from '@verso/protocol/limits'

/** A picture that is a thumbnail as it is. An object of its own: the two are uploaded apart, the thumbnail compressed. */
export function copyAsThumbnail(artwork: File): File | undefined {
  const canBe = (THUMBNAIL_TYPES as readonly string[]).includes(artwork.type) && artwork.size <= THUMBNAIL_MAX_BYTES
  return canBe ? new File([artwork], artwork.name, { type: artwork.type }) : undefined
}
