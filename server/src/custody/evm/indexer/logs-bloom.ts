import { type Hex, hexToBytes, keccak256 } from 'viem'

const BLOOM_BITS = 2_048
const BYTES_PER_BIT_NUMBER = 2

/**
 * Whether a block may hold an event with these in it (its contract's address, its topics); false is certain. Of the hash of each, the first three
 * numbers of 16 bits name a bit of the block's filter (Yellow Paper, 4.3.1).
 */
export const mayHold = (logsBloom: Hex, ofEvent: readonly Hex[]): boolean => {
  const bytes = hexToBytes(logsBloom)
  return ofEvent.flatMap(bitNumbers).every((bit) => {
    const byte = bytes.at(-1 - Math.floor(bit / 8)) ?? 0
    return (byte & (1 << (bit % 8))) !== 0
  })
}

function bitNumbers(value: Hex): number[] {
  const hash = Buffer.from(keccak256(hexToBytes(value), 'bytes'))
  return [0, 1, 2].map((index) => hash.readUInt16BE(index * BYTES_PER_BIT_NUMBER) % BLOOM_BITS)
}
