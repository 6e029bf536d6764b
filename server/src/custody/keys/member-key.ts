import { HDKey } from '@scure/bip32'
import { toHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Db, Tx } from '../../db/client.ts'
import type { Custodian } from './custodian.ts'
import { readSeed } from './seed.ts'

type Custody = Pick<Custodian, 'config'>
type Wallet = { derivation_index: number }

/**
 * Members' accounts on chains of Ethereum's kind: a BIP-32 child by the wallet row's own number, so no two wallets share a key, not even
 * those of one member. Only the modules of this folder see them. The seed is opened once for all that are asked for, and forgotten with them.
 */
export async function openMemberAccounts(ctx: Custody, db: Db | Tx): Promise<(wallet: Wallet) => PrivateKeyAccount> {
  const seed = await readSeed(db, ctx.config.walletKek)
  const members = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'/0")
  return ({ derivation_index }) => {
    const { privateKey } = members.deriveChild(derivation_index)
    if (!privateKey) throw new Error('this derivation has no private key')
    return privateKeyToAccount(toHex(privateKey))
  }
}

/** One of them. */
export const openMemberAccount = async (ctx: Custody, db: Db | Tx, wallet: Wallet): Promise<PrivateKeyAccount> =>
  (await openMemberAccounts(ctx, db))(wallet)

/** The public address of a wallet; the key is forgotten again. */
export async function deriveAddress(ctx: Custody, db: Db | Tx, wallet: Wallet & { chain: string }): Promise<string> {
  if (wallet.chain !== 'SOL') return (await openMemberAccount(ctx, db, wallet)).address
  const { openMemberSigner } = await import('./solana/solana-keys.ts')
  return (await openMemberSigner(ctx, db, wallet)).address
}
