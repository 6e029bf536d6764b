import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { ROOT } from '../paths.mjs'

const SOURCES = ['server/src/**/*', 'protocol/src/**/*', 'contracts/generated/*', 'solana/src/**/*']
const LEFT_OUT = [
  /\.test(-support)?\.ts$/,
  /\.d\.ts$/,
  // Demo content, and the commands that make it or need a working copy.
  /^server\/src\/embedded\/demo\/(?!demo-logins\.ts$)/,
  /^server\/src\/commands\/(seed|db-types)\b/,
]
/** A module of ours, as an import or as the address of a program names it. */
const OWN_MODULE = /(?<=(['"])\.{1,2}\/[^'"\n]*)\.ts(?=\1)/g

/** The sources as JavaScript, each statement where it was, and what they read beside them; the pages as they are built. */
export function copyProduct(folder) {
  for (const path of listProductSources()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    if (path.endsWith('.ts')) writeFileSync(join(folder, path.replace(/ts$/, 'js')), toJavaScript(path))
    else cpSync(join(ROOT, path), join(folder, path))
  }
  for (const path of ['web/dist', '.env.example', 'LICENSE'])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true })
}

/** The files below the sources that production reads. */
export const listProductSources = () =>
  globSync(SOURCES, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(ROOT.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => !LEFT_OUT.some((pattern) => pattern.test(path)))

/** Types become spaces, so that the lines of an error are those of the source. */
const toJavaScript = (path) =>
  stripTypeScriptTypes(readFileSync(join(ROOT, path), 'utf8')).replaceAll(OWN_MODULE, '.js')
