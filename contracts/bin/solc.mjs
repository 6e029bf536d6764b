// Stands in for a native solc, which forge wants: solc-js from npm, answering --version and --standard-json.
import { readFileSync } from 'node:fs'
import solc from 'solc'

// forge names what lies outside its root by absolute paths, while imports there resolve to ../node_modules/….
function readImport(path) {
  try {
    return { contents: readFileSync(path, 'utf8') }
  } catch {
    return { error: `not found: ${path}` }
  }
}

if (process.argv.includes('--version')) {
  const version = solc.version().replace('.Emscripten.clang', '.Linux.g++')
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${version}\n`)
} else if (process.argv.includes('--standard-json')) {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8'), { import: readImport }))
} else {
  process.stderr.write(`solc: unsupported arguments ${process.argv.slice(2).join(' ')}\n`)
  process.exitCode = 1
}
