/** The codes of Solana's nodes; clients know them by number. */
export const CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  preflightFailure: -32002,
  signatureFailure: -32003,
  unsupportedTransactionVersion: -32015,
  minContextSlotNotReached: -32016,
} as const

/** An answer that says what is wrong with the question, as a node words it. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(kind: keyof typeof CODES, message: string, data?: unknown) {
    super(message)
    this.code = CODES[kind]
    this.data = data
  }
}
