import { t } from '../../../../lib/i18n.ts'
import { mediaKindOf } from '../thumbnail/media-kind.ts'

/** How files begin that the server takes: GLB, and MP4 or WebM. A sound may begin in too many ways. */
const BEGINNINGS = { model: /^glTF/, video: /^(?:.{4}ftyp|.E\xdf\xa3)/s }
const BEGINNING_BYTES = 12

/** The problem of a chosen file that its type and size do not show: it is empty, or its bytes are of another type. */
export async function problemOfFile(file: File): Promise<string | undefined> {
  if (file.size === 0) return t('drop.empty')
  const kind = mediaKindOf(file)
  if (kind === 'image') return (await canBeShown(file)) ? undefined : t('drop.broken')
  if (kind === 'audio') return undefined
  const beginning = await readBeginning(file)
  if (!BEGINNINGS[kind].test(beginning)) return t('drop.otherwise')
  return kind === 'model' && lengthOfModel(beginning) !== file.size ? t('drop.brokenModel') : undefined
}

/** A GLB says how long it is, in its third 32 bits, little-endian: one that was cut off in a download is shorter. */
const lengthOfModel = (beginning: string): number =>
  [8, 9, 10, 11].reduce((sum, at, power) => sum + beginning.charCodeAt(at) * 256 ** power, 0)

/** @returns a letter for each byte; none of a file that cannot be read any more */
async function readBeginning(file: File): Promise<string> {
  const bytes = await file
    .slice(0, BEGINNING_BYTES)
    .arrayBuffer()
    .catch(() => new ArrayBuffer())
  return String.fromCharCode(...new Uint8Array(bytes))
}

/** `createImageBitmap` knows no SVG, so the browser's own image decides for every kind. */
async function canBeShown(file: File): Promise<boolean> {
  const url = URL.createObjectURL(file)
  const picture = new Image()
  picture.src = url
  try {
    await picture.decode()
    return true
  } catch {
    return false
  } finally {
    URL.revokeObjectURL(url)
  }
}
