import { hkdfSync } from 'node:crypto'
import { createKeyPairSignerFromPrivateKeyBytes, type KeyPairSigner } from '@solana/kit'

/** The payer on Solana, derived from the key that MINTER_KEY or SETTLER_KEY is on the EVM chains: no new secret is asked for. */
export function openPayer(key: `0x${string}`): Promise<KeyPairSigner> {
  const bytes = hkdfSync('sha256', Buffer.from(key.slice(2), 'hex'), 'verso', 'solana', 32)
  return createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(bytes))
}
