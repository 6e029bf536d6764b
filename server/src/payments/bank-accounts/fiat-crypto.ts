import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { z } from 'zod'
import type { Random } from '../../clock.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

export const bankDetails = z.object({ holder: z.string(), account_number: z.string(), bank_name: z.string() })
export type BankDetails = z.output<typeof bankDetails>

/** In place of the details of a member who has deleted the account: nothing that a key opens. */
export const NO_DETAILS = Buffer.alloc(0)

/** A key of its own for bank details, made from the key-encryption key that lives outside the database. */
const keyFrom = (walletKek: string): Buffer => Buffer.from(hkdfSync('sha256', walletKek, '', 'verso/fiat-accounts', 32))

/** AES-256-GCM with the row's id as associated data: a row's secret opens in no other row. */
export function encryptDetails(
  details: BankDetails,
  options: { id: string; walletKek: string; random: Random },
): Buffer {
  const iv = options.random.bytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(options.walletKek), iv).setAAD(Buffer.from(options.id))
  const secret = Buffer.concat([cipher.update(JSON.stringify(details), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), secret])
}

/** @throws when the key is another one, or the row was changed */
export function decryptDetails(encrypted: Buffer, options: { id: string; walletKek: string }): BankDetails {
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(options.walletKek), encrypted.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(options.id))
    .setAuthTag(encrypted.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  const text = Buffer.concat([decipher.update(encrypted.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
    'utf8',
  )
  return bankDetails.parse(JSON.parse(text))
}
