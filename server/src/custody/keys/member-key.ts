import { HDKey } from '@scure/bip32'
import { toHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Db, Tx } from '../../db/client.ts'
import type { Custodian } from './custodian.ts'
import { readSeed } from './seed.ts'

type Custody = Pick<Custodian, 'config'>
type Wallet = { derivation_index: number }

/**
 * A member's account on one chain of Ethereum's kind: a BIP-32 child by the wallet row's own number, so no two wallets share a key, not even
 * those of one member. Only the modules of this folder see it.
 */
export async function openMemberAccount(ctx: Custody, db: Db | Tx, wallet: Wallet): Promise<PrivateKeyAccount> {
  const seed = await readSeed(db, ctx.config.walletKek)
  const { privateKey } = HDKey.fromMasterSeed(seed).derive(`m/44'/60'/0'/0/${wallet.derivation_index}`)
  if (!privateKey) throw new Error('this derivation has no private key')
  return privateKeyToAccount(toHex(privateKey))
}

/** The public address of a wallet; the key is forgotten again. */
export async function deriveAddress(ctx: Custody, db: Db | Tx, wallet: Wallet & { chain: string }): Promise<string> {
  if (wallet.chain !== 'SOL') return (await openMemberAccount(ctx, db, wallet)).address
  const { openMemberSigner } = await import('./solana/solana-keys.ts')
  return (await openMemberSigner(ctx, db, wallet)).address
}
