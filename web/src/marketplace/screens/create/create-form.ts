import type { CreateInput } from './create-schema.ts'

/** Chain and royalty are chosen for those who do not want to choose (docs/rules.md R65). */
export const EMPTY = {
  name: '',
  description: '',
  bio: '',
  altText: '',
  category: '',
  chain: 'POLYGON' as CreateInput['chain'],
  royalty: '7.5',
  price: '',
}

/** The types that the file picker offers and the drop zone takes (docs/rules.md R62). */
export const NFT_FILE_ACCEPT = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/gif': ['.gif'],
  'image/svg+xml': ['.svg'],
  'video/mp4': ['.mp4'],
  'video/webm': ['.webm'],
  'audio/mpeg': ['.mp3'],
  'audio/wav': ['.wav'],
  'audio/ogg': ['.ogg'],
  'model/gltf-binary': ['.glb'],
}
export const THUMBNAIL_ACCEPT = { 'image/png': ['.png'], 'image/jpeg': ['.jpg', '.jpeg'] }
