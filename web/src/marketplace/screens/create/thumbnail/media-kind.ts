import type { MediaType } from '@verso/protocol/files'

/** The media type of a chosen file, before the server has looked into it; systems know no type for a model. */
export function mediaKindOf({ name, type }: File): MediaType {
  if (name.toLowerCase().endsWith('.glb') || type === 'model/gltf-binary') return 'model'
  const [kind] = type.split('/')
  return kind === 'video' || kind === 'audio' ? kind : 'image'
}
