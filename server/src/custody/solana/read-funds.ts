import type { SolanaConnection } from '../../gateways/chain/solana-connection.ts'
import type { Funds } from '../chain-adapter.ts'

const LAMPORTS_PER_SOL = 1_000_000_000n
/** Below the cost of so many transactions nothing new is begun, so that what is begun can still be carried out. */
const RESERVE_TRANSACTIONS = 100n
/** A mint costs the more: the rent of a mint and of a token account. */
const LAMPORTS_PER_MINT = 8_000_000n
const LAMPORTS_PER_TRANSFER = 2_100_000n

export async function readFunds({ rpc, minter, settler }: SolanaConnection): Promise<Funds> {
  const [{ value: minterHas }, { value: settlerHas }] = await Promise.all([
    rpc.getBalance(minter.address, { commitment: 'confirmed' }).send(),
    rpc.getBalance(settler.address, { commitment: 'confirmed' }).send(),
  ])
  const needed = {
    minter: RESERVE_TRANSACTIONS * LAMPORTS_PER_MINT,
    settler: RESERVE_TRANSACTIONS * LAMPORTS_PER_TRANSFER,
  }
  return {
    minter: toSol(minterHas),
    settler: toSol(settlerHas),
    needed: { minter: toSol(needed.minter), settler: toSol(needed.settler) },
    isLow: minterHas < needed.minter || settlerHas < needed.settler,
  }
}

const toSol = (lamports: bigint): string =>
  `${lamports / LAMPORTS_PER_SOL}.${String(lamports % LAMPORTS_PER_SOL).padStart(9, '0')}`
