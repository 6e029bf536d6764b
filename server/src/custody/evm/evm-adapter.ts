import type { EvmConnection } from '../../gateways/chain/chain-access.ts'
import type { ChainAdapter } from '../chain-adapter.ts'
import { followTransactions } from './following/follow-transactions.ts'
import { indexOnce } from './indexer/index-once.ts'
import { prepareCall } from './prepare/prepare-call.ts'
import { readSignatureNonces } from './prepare/read-signature-nonces.ts'
import { readFunds } from './read-funds.ts'
import { nodeOf } from './sender/node-of.ts'
import { signTransaction } from './sender/sign-transaction.ts'

/** While so many are not in a block, new intents wait and so form larger batches. */
const MAX_IN_FLIGHT = 4

/** A chain of Ethereum's kind, with the collection's contract on it. */
export const evmAdapter = (connection: EvmConnection): ChainAdapter => ({
  ...nodeOf(connection),
  isEmbedded: connection.isEmbedded,
  addressOf: (name) => connection[name].address,
  maxInFlight: MAX_IN_FLIGHT,
  prepare: async (ctx, intents, name) => {
    const { call, ...rest } = await prepareCall(ctx, connection, intents)
    const signer = connection[name]
    return { ...rest, ...(call && { call: { sign: () => signTransaction(ctx, connection, { signer, ...call }) } }) }
  },
  follow: (ctx) => followTransactions(ctx, connection),
  index: (ctx) => indexOnce(ctx, connection),
  readHead: async () => Number(await connection.client.getBlockNumber({ cacheTime: 0 })),
  readOwner: async (tokenId) => (await readSignatureNonces(connection, tokenId)).owner,
  readFunds: () => readFunds(connection),
})
