import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'

/** Writes beside the file and renames: a reader finds the old content or the new, never a part. */
export function writeFileAtomically(path: string, content: string | Uint8Array): void {
  const temporary = `${path}.${process.pid}.tmp`
  const file = openSync(temporary, 'w', 0o600)
  try {
    const bytes = Buffer.from(content)
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, path)
}
