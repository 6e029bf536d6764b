import { createKeyPairSignerFromPrivateKeyBytes, type KeyPairSigner } from '@solana/kit'
import { deriveCollectionKey, deriveMemberKey } from '@verso/solana/derive-key'
import type { Db, Tx } from '../../../db/client.ts'
import type { Custodian } from '../custodian.ts'
import { readSeed } from '../seed.ts'

type Custody = Pick<Custodian, 'config'>

/** A member's account on Solana: an ed25519 child of the same seed, by the wallet row's own number. */
export async function openMemberSigner(
  { config }: Custody,
  db: Db | Tx,
  wallet: { derivation_index: number },
): Promise<KeyPairSigner> {
  const seed = await readSeed(db, config.walletKek)
  return createKeyPairSignerFromPrivateKeyBytes(deriveMemberKey(seed, wallet.derivation_index))
}

/** The key that mints. Addresses of mints are derived of its own, so it is as old as the seed. */
export async function openCollectionSigner({ config }: Custody, db: Db | Tx): Promise<KeyPairSigner> {
  return createKeyPairSignerFromPrivateKeyBytes(deriveCollectionKey(await readSeed(db, config.walletKek)))
}
