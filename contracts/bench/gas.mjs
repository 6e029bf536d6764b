// Gas per token of the collection beside the same marketplace on other ERC-721 implementations and beside Seaport 1.6, all
// by the same compiler in one run.
//   node bench/gas.mjs   prints the table and writes ../bench/results/contract-gas.json
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { compileCollection } from '../compile.mjs'
import { runForge } from '../forge.mjs'
import { writeArtifact } from '../write-artifact.mjs'

const RIVALS = ['openzeppelin', 'erc721a', 'solady', 'seaport']
const RESULTS = new URL('../../bench/results/', import.meta.url)
const COUNTS = [
  [/batch 50/, 50],
  [/batch 10/, 10],
]

function readGas(folder, group) {
  const gas = JSON.parse(readFileSync(new URL(`../${folder}/${group}.json`, import.meta.url), 'utf8'))
  return (operation) => {
    const count = COUNTS.find(([pattern]) => pattern.test(operation))?.[1] ?? 1
    return operation in gas ? Math.round(Number(gas[operation]) / count) : undefined
  }
}

async function measure(profile, contracts) {
  const { failed, output } = await runForge(['test', '--isolate', '--match-contract', contracts], {
    quiet: true,
    profile,
  })
  if (failed > 0) throw new Error(`the gas of profile ${profile} could not be measured:\n${output}`)
}

// Ours is measured with the others; a figure other than that of snapshots/ fails.
writeArtifact(compileCollection())
await measure('default', 'GasTest$')
await measure('bench', 'Gas$')
await measure('seaport', 'Gas$')

const ours = readGas('snapshots', 'collection')
const rivals = RIVALS.map((rival) => readGas('cache/rivals', rival))
const operations = Object.keys(JSON.parse(readFileSync(new URL('../cache/rivals/openzeppelin.json', import.meta.url))))
const rows = operations.map((operation) => ({
  operation,
  verso: ours(operation),
  ...Object.fromEntries(RIVALS.map((rival, index) => [rival, rivals[index](operation)])),
}))
console.table(rows)
mkdirSync(RESULTS, { recursive: true })
writeFileSync(new URL('contract-gas.json', RESULTS), `${JSON.stringify(rows, null, 2)}\n`)
