import { statfsSync } from 'node:fs'
import { StartupError } from '../errors/startup-error.ts'

const NO_SPACE = /No space left on device|ENOSPC/
/** SQLSTATE of a full disk, and the operating system's own. */
const CODES = new Set(['53100', 'ENOSPC'])
/** With less than this free, a start that failed for an unclear reason failed for want of space. */
const TOO_LITTLE_MB = 8
const NEEDED_MB = 500
const MB = 1024 * 1024

export const saysDiskFull = (text: string): boolean => NO_SPACE.test(text)

/** The failure of a start, in one line where its cause is a full disk; else as it is. */
export function explainFullDisk(error: unknown, folder: string): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const isUnclear = !(error instanceof StartupError)
  const isFull =
    CODES.has(code) || saysDiskFull(message) || (isUnclear && (freeMb(folder) ?? NEEDED_MB) < TOO_LITTLE_MB)
  if (!isFull) return error
  return new StartupError(
    `The disk that holds DATA_DIR=${folder} is full. Free at least ${NEEDED_MB} MB on it, or choose another folder with DATA_DIR, and start again.`,
  )
}

function freeMb(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return (bavail * bsize) / MB
  } catch {
    return undefined
  }
}
