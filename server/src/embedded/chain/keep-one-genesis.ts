import { readFileSync } from 'node:fs'
import { writeFileAtomically } from '../write-file-atomically.ts'

type State = { blocks?: { header: { number: string; timestamp: string } }[] }

/**
 * anvil makes a new block 0 at every start and saves it beside the one that it has loaded; which of them the next start
 * takes is chance, and the chain would look like another one. Only the first that was ever made stays in the file.
 */
export function keepOneGenesis(statePath: string): void {
  const state = parse(readFileSync(statePath, 'utf8'))
  const isGenesis = (block: { header: { number: string } }) => Number(block.header.number) === 0
  const blocks = state?.blocks ?? []
  const madeAt = blocks.filter(isGenesis).map((block) => Number(block.header.timestamp))
  if (madeAt.length < 2) return
  const first = Math.min(...madeAt)
  const kept = blocks.filter((block) => !isGenesis(block) || Number(block.header.timestamp) === first)
  writeFileAtomically(statePath, JSON.stringify({ ...state, blocks: kept }))
}

/** Undefined for a damaged file: anvil itself refuses it. */
function parse(text: string): State | undefined {
  try {
    return JSON.parse(text) as State
  } catch {
    return undefined
  }
}
