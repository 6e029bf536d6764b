import type { SolanaConnection } from '../../gateways/chain/solana-connection.ts'
import type { ChainAdapter } from '../chain-adapter.ts'
import { nothingPrepared } from '../sending/prepared.ts'
import { followSent } from './follow-sent.ts'
import { indexMoves } from './indexer/index-moves.ts'
import { nodeOf } from './node-of.ts'
import { NONCES_PER_PAYER } from './nonce-pool.ts'
import { prepareTransaction } from './prepare/prepare-transaction.ts'
import { readFunds } from './read-funds.ts'
import { readOwner } from './read-owner.ts'

/** Solana: a transaction for each intent, each with a durable nonce of its own. */
export const solanaAdapter = (connection: SolanaConnection): ChainAdapter => ({
  ...nodeOf(connection),
  isEmbedded: connection.isEmbedded,
  addressOf: (name) => connection[name].address,
  maxInFlight: NONCES_PER_PAYER,
  prepare: async (ctx, [first], name) => (first ? prepareTransaction(ctx, connection, first, name) : nothingPrepared()),
  follow: (ctx) => followSent(ctx, connection),
  index: (ctx) => indexMoves(ctx, connection),
  readHead: async () => Number(await connection.rpc.getSlot({ commitment: 'confirmed' }).send()),
  readOwner: (tokenId, probably) => readOwner(connection, tokenId, probably),
  readFunds: () => readFunds(connection),
})
