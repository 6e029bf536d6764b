// Compiles the collection and writes generated/collection.ts, so that starting the product compiles nothing.
//   node build.mjs          writes it
//   node build.mjs --check  fails if the committed file is not what this source gives
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { compileCollection } from './compile.mjs'

const GENERATED = new URL('generated/collection.ts', import.meta.url)

function render({ abi, bytecode }) {
  const entries = abi.map((entry) => `  ${JSON.stringify(entry)},\n`).join('')
  return `// Made from contracts/src by contracts/build.mjs (do not edit); npm test compares it with the source.

export const collectionAbi = [
${entries}] as const

/** Creation code; the constructor's arguments are appended to it. */
export const collectionBytecode =
  '${bytecode}' as const
`
}

/** Whether the committed file is what this source gives. */
export function isGeneratedFileCurrent(compiled) {
  return readFileSync(GENERATED, 'utf8') === render(compiled)
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const compiled = compileCollection()
  if (!process.argv.includes('--check')) {
    writeFileSync(GENERATED, render(compiled))
    console.log(`generated/collection.ts: ${compiled.abi.length} ABI entries, ${compiled.runtimeBytes} bytes of code`)
  } else if (isGeneratedFileCurrent(compiled)) {
    console.log('generated/collection.ts is what the source gives')
  } else {
    console.error('generated/collection.ts differs from what the source gives: run node contracts/build.mjs')
    process.exitCode = 1
  }
}
