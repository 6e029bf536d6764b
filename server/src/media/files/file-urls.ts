import type { Urls } from '../../http/urls.ts'

/**
 * Copies of an image without its EXIF data. `avatar` and `thumb` are square-ish and webp, the others keep the shape and exist as
 * webp and avif; `full` only of what is wider than a page. `raster` is the picture of a drawing that the others are made of.
 */
export type VariantName =
  | 'thumb'
  | 'card'
  | 'page'
  | 'full'
  | 'avatar'
  | 'avatar_large'
  | 'card_avif'
  | 'page_avif'
  | 'full_avif'
  | 'raster'
export type VariantKeys = Partial<Record<string, string>>

/** The address of these bytes at the media origin. Keys are content hashes, so the address never changes its content. */
export const fileUrl = (urls: Pick<Urls, 'media'>, file: { storage_key: string }): string =>
  `${urls.media}/files/${file.storage_key}`

/**
 * The variant's address, its AVIF where there is one: about half the bytes of the WebP, and every browser that shows the
 * product's style sheet knows it. Until the variants job has run, the original's, so that there is always a picture; a card's
 * copy is made before its NFT is (`prepareThumbnail`).
 */
export function variantUrl(
  urls: Pick<Urls, 'media'>,
  file: { storage_key: string; variants?: VariantKeys },
  name: VariantName,
): string {
  return fileUrl(urls, { storage_key: file.variants?.[`${name}_avif`] ?? file.variants?.[name] ?? file.storage_key })
}

/** All variants there are, by name. */
export const variantUrls = (urls: Pick<Urls, 'media'>, variants: VariantKeys): Record<string, string> =>
  Object.fromEntries(Object.entries(variants).map(([name, key]) => [name, fileUrl(urls, { storage_key: key ?? '' })]))
