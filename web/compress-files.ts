import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(html|js|css|svg|md|json)$/
const MIN_BYTES = 200

/** Puts a .br and a .gz beside every built text file, once and small, so that the server need not compress anything. */
export function compressFiles(): Plugin {
  let outDir = ''
  return {
    name: 'compress-files',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir
      if (!outDir.startsWith('/')) outDir = join(config.root, outDir)
    },
    async writeBundle() {
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name))
      await Promise.all(files.map((entry) => compress(join(entry.parentPath, entry.name))))
    },
  }
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < MIN_BYTES) return
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes))
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}
