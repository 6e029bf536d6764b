import type { MediaType } from '@verso/protocol/files'

/** Every type that is stored, with the ending of its storage key; the ending alone decides how it is served. */
export const FILE_TYPES = {
  jpg: { mime: 'image/jpeg', mediaType: 'image' },
  png: { mime: 'image/png', mediaType: 'image' },
  gif: { mime: 'image/gif', mediaType: 'image' },
  svg: { mime: 'image/svg+xml', mediaType: 'image' },
  webp: { mime: 'image/webp', mediaType: 'image' },
  avif: { mime: 'image/avif', mediaType: 'image' },
  mp4: { mime: 'video/mp4', mediaType: 'video' },
  webm: { mime: 'video/webm', mediaType: 'video' },
  mp3: { mime: 'audio/mpeg', mediaType: 'audio' },
  wav: { mime: 'audio/wav', mediaType: 'audio' },
  ogg: { mime: 'audio/ogg', mediaType: 'audio' },
  glb: { mime: 'model/gltf-binary', mediaType: 'model' },
} as const satisfies Record<string, { mime: string; mediaType: MediaType }>

export type FileEnding = keyof typeof FILE_TYPES

/** Content hash and ending: `9f86d0….png`. Nothing a member typed is part of it. */
const STORAGE_KEY = /^[0-9a-f]{64}\.([a-z0-9]{3,4})$/

export const storageKey = (sha256: string, ending: FileEnding): string => `${sha256}.${ending}`

/** @returns undefined when the text is no storage key of ours */
export function endingOf(key: string): FileEnding | undefined {
  const ending = STORAGE_KEY.exec(key)?.[1]
  return ending !== undefined && Object.hasOwn(FILE_TYPES, ending) ? (ending as FileEnding) : undefined
}
