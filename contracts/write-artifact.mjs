import { mkdirSync, writeFileSync } from 'node:fs'

const ARTIFACT = new URL('cache/shipped.json', import.meta.url)

/** Writes the creation code where the tests deploy it from. */
export function writeArtifact({ abi, bytecode }) {
  mkdirSync(new URL('.', ARTIFACT), { recursive: true })
  writeFileSync(ARTIFACT, JSON.stringify({ abi, bytecode: { object: bytecode } }))
}
