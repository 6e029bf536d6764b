// One way to compile contracts/src, used by the build, the tests and the mutation run.
import { readdirSync, readFileSync } from 'node:fs'
import solc from 'solc'

const SOURCE_FOLDER = new URL('src/', import.meta.url)

/** The sources by the names that solc and forge know them by. */
export function readSources() {
  const files = readdirSync(SOURCE_FOLDER).filter((file) => file.endsWith('.sol'))
  return Object.fromEntries(
    files.sort().map((file) => [`src/${file}`, readFileSync(new URL(file, SOURCE_FOLDER), 'utf8')]),
  )
}

/** Compiles the collection; the defaults are what is shipped. */
export function compileCollection({ sources = readSources(), viaIr = true, warningsAllowed = false } = {}) {
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(Object.entries(sources).map(([path, content]) => [path, { content }])),
    settings: {
      viaIR: viaIr,
      optimizer: { enabled: true, runs: 1_000_000 },
      evmVersion: 'cancun',
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: {
        'src/Collection.sol': { Collection: ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] },
      },
    },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input)))
  const problems = (output.errors ?? []).filter((problem) => !warningsAllowed || problem.severity === 'error')
  if (problems.length > 0) throw new Error(problems.map((problem) => problem.formattedMessage).join('\n'))
  const { abi, evm } = output.contracts['src/Collection.sol'].Collection
  return { abi, bytecode: `0x${evm.bytecode.object}`, runtimeBytes: evm.deployedBytecode.object.length / 2 }
}
