import { t } from '../../../../lib/i18n.ts'

const isPicture = (file: File) => file.type.startsWith('image/')

/** What is wrong with a chosen file that its type and size do not show: nothing in it, or a picture that is none. */
export async function problemOfFile(file: File): Promise<string | undefined> {
  if (file.size === 0) return t('drop.empty')
  if (isPicture(file) && !(await canBeShown(file))) return t('drop.broken')
  return undefined
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
