import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import type { FileEnding } from '../../gateways/storage/file-types.ts'

const BY_MIME: Record<string, FileEnding> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/x-m4v': 'mp4',
  'video/webm': 'webm',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/opus': 'ogg',
  'application/ogg': 'ogg',
  'model/gltf-binary': 'glb',
}
const HEAD_BYTES = 64 * 1024

/** The type by the first bytes; the file's name is ignored. A decoder has to agree afterwards. */
export async function detectEnding(path: string): Promise<FileEnding | undefined> {
  const type = await fileTypeFromFile(path).catch(() => undefined)
  const mime = type?.mime.split(';')[0] ?? ''
  if (Object.hasOwn(BY_MIME, mime)) return BY_MIME[mime]
  const isMarkup = type === undefined || mime === 'application/xml' || mime === 'image/svg+xml'
  if (isMarkup && rootElementOf(await readHead(path)) === 'svg') return 'svg'
  return undefined
}

export async function readHead(path: string, sizeBytes = HEAD_BYTES): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sizeBytes), 0, sizeBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** The first element's name, after a byte order mark, prolog, comments and doctype; without a regular expression that could stall. */
function rootElementOf(head: Buffer): string | undefined {
  let text = head.toString('utf8').replace(/^\uFEFF/, '')
  for (;;) {
    text = text.trimStart()
    const end = text.startsWith('<?')
      ? '?>'
      : text.startsWith('<!--')
        ? '-->'
        : /^<!doctype/i.test(text)
          ? endOfDoctype(text)
          : undefined
    if (end === undefined) return /^<([a-z]+)[\s/>]/.exec(text.slice(0, 40))?.[1]
    const at = text.indexOf(end)
    if (at === -1) return undefined
    text = text.slice(at + end.length)
  }
}

const endOfDoctype = (text: string) => (text.slice(0, text.indexOf('>')).includes('[') ? ']>' : '>')
