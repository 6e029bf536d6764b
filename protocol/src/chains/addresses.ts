const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/

/** Whether two texts name the same address: on the EVM chains its case is a checksum, on Solana it is part of it. */
export const isSameAddress = (a: string, b: string): boolean =>
  EVM_ADDRESS.test(a) ? a.toLowerCase() === b.toLowerCase() : a === b
