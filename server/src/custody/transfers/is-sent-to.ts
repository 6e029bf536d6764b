import { type RawBuilder, sql } from 'kysely'

/** Of an intent: whether it sends to this address. Case is part of an address on Solana, where none begins with 0x. */
export const isSentTo = (address: string): RawBuilder<boolean> =>
  address.startsWith('0x')
    ? sql<boolean>`lower(payload->>'to') = ${address.toLowerCase()}`
    : sql<boolean>`payload->>'to' = ${address}`
