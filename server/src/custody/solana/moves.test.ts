import type { Rpc, SolanaRpcApi } from '@solana/kit'
import { expect, test } from 'vitest'
import { readMoves } from './moves.ts'

const balance = (accountIndex: number, owner: string) => ({
  accountIndex,
  mint: 'mint',
  owner,
  uiTokenAmount: { amount: '1', decimals: 0 },
})

/** The node of `solana/node` refuses address tables, so what a real one answers is written here. */
const transaction = {
  slot: 7n,
  blockTime: 1_700_000_000n,
  transaction: { message: { accountKeys: ['payer', 'seller-account'] } },
  meta: {
    err: null,
    preTokenBalances: [balance(1, 'seller')],
    postTokenBalances: [balance(2, 'buyer')],
    loadedAddresses: { writable: ['buyer-account'], readonly: ['token-program'] },
  },
}

test('a token that moves into an account of an address table is followed to that account', async () => {
  const rpc = { getTransaction: () => ({ send: () => Promise.resolve(transaction) }) }
  const clock = { now: () => new Date(0) }
  const moves = await readMoves({ clock }, { rpc: rpc as unknown as Rpc<SolanaRpcApi> }, 'signature')
  expect(moves).toMatchObject([
    { holder: 'buyer-account', transfer: { token_id: 'mint', from_address: 'seller', to_address: 'buyer' } },
  ])
})
