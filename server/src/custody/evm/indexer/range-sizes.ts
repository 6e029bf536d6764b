import type { EvmConnection } from '../../../gateways/chain/chain-access.ts'

const LARGEST = 5_000
const sizes = new WeakMap<EvmConnection, number>()

/** How many blocks one question may span. Nodes have limits of their own: it halves when refused and grows back. */
export function rangeSizes(connection: EvmConnection) {
  const current = () => sizes.get(connection) ?? LARGEST
  return {
    current,
    shrink: () => void sizes.set(connection, Math.max(1, current() >> 1)),
    grow: () => void sizes.set(connection, Math.min(LARGEST, Math.ceil(current() * 1.25))),
  }
}
