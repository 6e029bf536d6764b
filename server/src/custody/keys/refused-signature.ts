import type { CompactSignature } from './record-signature.ts'

/** The custody refuses to sign: the request does not match the database. */
export class RefusedSignature extends Error {
  override readonly name = 'RefusedSignature'
}

export type Answer = CompactSignature | { refused: string }

/** A refusal is an answer; everything else that fails is thrown on. */
export async function orRefused<T>(signing: Promise<T>): Promise<T | { refused: string }> {
  try {
    return await signing
  } catch (error) {
    if (error instanceof RefusedSignature) return { refused: error.message }
    throw error
  }
}
