import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

/** The key-encryption key as AES-256 wants it; WALLET_KEK is any text of at least 32 characters. */
export const deriveKek = (walletKek: string): Buffer =>
  Buffer.from(hkdfSync('sha256', walletKek, '', 'verso wallet kek', 32))

/** Tells a wrong key before anything is decrypted; says nothing about the key itself. */
export const kekCheck = (kek: Buffer): Buffer => createHmac('sha256', kek).update('verso kek check').digest()

/** The key for one purpose that a SECRET_KEY gives. */
const deriveKey = (secretKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `verso/${purpose}`, 32))

/** AES-256-GCM: iv, tag, ciphertext. `recordId` is bound in as associated data: a value moved to another row cannot be decrypted. */
export function seal(kek: Buffer, plain: Uint8Array, options: { recordId: string; iv: Buffer }): Buffer {
  if (options.iv.length !== IV_BYTES) throw new Error('the iv must have 12 bytes')
  const cipher = createCipheriv('aes-256-gcm', kek, options.iv).setAAD(Buffer.from(options.recordId))
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([options.iv, cipher.getAuthTag(), encrypted])
}

export function unseal(kek: Buffer, sealed: Buffer, options: { recordId: string }): Buffer {
  const iv = sealed.subarray(0, IV_BYTES)
  const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', kek, iv).setAAD(Buffer.from(options.recordId)).setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
}

/** Seals under the first SECRET_KEY. */
export const sealSecret = (
  { secretKeys, random }: Sealing,
  secret: string,
  { purpose, recordId }: { purpose: string; recordId: string },
): Buffer =>
  seal(deriveKey(secretKeys[0] ?? '', purpose), Buffer.from(secret), { recordId, iv: random.bytes(IV_BYTES) })

/** @returns undefined when it was sealed under a key that is no longer in SECRET_KEY */
export function openSecret(
  { secretKeys }: Pick<Sealing, 'secretKeys'>,
  sealed: Buffer,
  { purpose, recordId }: { purpose: string; recordId: string },
): string | undefined {
  for (const secretKey of secretKeys) {
    try {
      return unseal(deriveKey(secretKey, purpose), sealed, { recordId }).toString()
    } catch {
      // Sealed under another key of the list: try the next one.
    }
  }
  return undefined
}

type Sealing = { secretKeys: readonly string[]; random: { bytes(size: number): Buffer } }
