import type { Nonce } from '@solana/kit'

/** The state on chain at a slot, as one answer of a node says. */
export type Seen<T> = { slot: bigint; value: T }

export type Fate =
  /** In a block that most of the network has voted for. */
  | 'landed'
  /** In such a block, without an effect but for its fee and its nonce. */
  | 'failed'
  /** It may still land: the same bytes are sent again. */
  | 'open'
  /** Its nonce was used by another transaction, or its nonce account closed: these bytes can never land. */
  | 'gone'

export type Look = {
  /** The nonce that it was signed with, when that was read. */
  signedWith: Seen<Nonce>
  /**
   * The value of the same nonce account, confirmed; undefined when finalized there is no such account. Made again it has another value, since
   * that comes from the blockhash of its moment.
   */
  nonce: Seen<Nonce | undefined>
  /** Asked after the nonce: what the node knows of the signature. */
  status: Seen<{ confirmationStatus: 'processed' | 'confirmed' | 'finalized' | null; err: unknown } | null>
}

/**
 * The fate of bytes that were stored and sent. Nodes behind one address lag by different slots: an answer that is older than
 * what is known already proves nothing. A nonce that has moved on proves nothing either before a later slot knows no signature: the one in
 * which it moved may have been asked before it was full.
 */
export function judgeSent({ signedWith, nonce, status }: Look): Fate {
  const { value: found } = status
  if (found && found.confirmationStatus !== 'processed') return found.err === null ? 'landed' : 'failed'
  const hasMovedOn = nonce.slot >= signedWith.slot && nonce.value !== signedWith.value
  return hasMovedOn && found === null && status.slot > nonce.slot ? 'gone' : 'open'
}
