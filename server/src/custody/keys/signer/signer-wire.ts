import { EVM_CHAINS } from '@verso/protocol/chains'
import type { Hex } from 'viem'
import { z } from 'zod'
import { MAX_BATCH } from '../../intents/max-batch.ts'

const whole = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt)
const hex = z
  .string()
  .regex(/^0x[0-9a-fA-F]+$/)
  .transform((text) => text as Hex)
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => text as Hex)
const nonces = { tokenId: whole, expiry: whole, version: whole, epoch: whole }

/** The messages between the product and the signer process; big numbers as text. */
export const listingsRequest = z.object({
  chain: z.enum(EVM_CHAINS),
  requests: z
    .array(
      z.object({
        ...nonces,
        listingId: z.uuid(),
        seller: address,
        buyer: address,
        priceCents: z.number().int().min(0),
      }),
    )
    .max(MAX_BATCH),
})
export const withdrawalRequest = z.object({
  chain: z.enum(EVM_CHAINS),
  request: z.object({ ...nonces, intentId: z.uuid(), owner: address, to: address }),
})
/** Of base58, as addresses, nonces and signatures of Solana are told. */
const base58 = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,88}$/)
export const solanaRequest = z.object({
  intentId: z.uuid(),
  kind: z.enum(['MINT', 'SETTLE', 'WITHDRAW']),
  payer: base58,
  nonce: z.object({ account: base58, value: base58 }),
  rent: z.object({ base: whole, perByte: whole }),
  holder: base58.optional(),
})
export const addressRequest = z.object({ walletId: z.uuid() })

const answer = z.union([z.object({ r: hex, vs: hex }), z.object({ refused: z.string() })])
export const listingsAnswer = z.object({ answers: z.array(answer) })
export const withdrawalAnswer = z.object({ answer })
export const solanaAnswer = z.object({
  answer: z.union([z.object({ raw: z.base64() }), z.object({ refused: z.string() })]),
})
export const addressAnswer = z.object({ address: z.union([address, base58]).nullable() })

export const toWire = (body: unknown): string =>
  JSON.stringify(body, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
