import { type RawBuilder, sql } from 'kysely'

/** Of an intent: whether it sends to this address. Case is part of an address on Solana, where none begins with 0x. */
export const isSentTo = (address: RawBuilder<string>): RawBuilder<boolean> => sql<boolean>`case
  when ${address} like '0x%' then lower(payload->>'to') = lower(${address})
  else payload->>'to' = ${address} end`
