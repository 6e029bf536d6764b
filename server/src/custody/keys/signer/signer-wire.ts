import { LIVE_CHAINS } from '@verso/protocol/chains'
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
  chain: z.enum(LIVE_CHAINS),
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
  chain: z.enum(LIVE_CHAINS),
  request: z.object({ ...nonces, intentId: z.uuid(), owner: address, to: address }),
})
export const addressRequest = z.object({ walletId: z.uuid() })

const answer = z.union([z.object({ r: hex, vs: hex }), z.object({ refused: z.string() })])
export const listingsAnswer = z.object({ answers: z.array(answer) })
export const withdrawalAnswer = z.object({ answer })
export const addressAnswer = z.object({ address: address.nullable() })

export const toWire = (body: unknown): string =>
  JSON.stringify(body, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
