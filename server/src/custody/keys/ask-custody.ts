import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { isDatabaseAway } from '../../db/client.ts'
import { messageOf } from '../../errors/without-url-secrets.ts'
import { carryTrace } from '../../trace.ts'
import type { SignedChain } from './custodian.ts'
import { FailedSigning } from './failed-signing.ts'
import {
  deriveAddressHere,
  signForIntentHere,
  signListingsHere,
  signWithdrawalHere,
  type SolanaAnswer,
} from './sign-all.ts'
import type { Answer } from './refused-signature.ts'
import type { ListingRequest } from './sign-listing.ts'
import type { WithdrawalRequest } from './sign-withdrawal.ts'
import { SignerAway } from './signer/signer-away.ts'
import type { SolanaRequest } from './solana/sign-for-intent.ts'
import { addressAnswer, listingsAnswer, solanaAnswer, toWire, withdrawalAnswer } from './signer/signer-wire.ts'

const TIMEOUT_MS = 30_000
/** A proxy, or the signer itself, answers that it is unavailable: nothing was tried. */
const AWAY: ReadonlySet<number> = new Set([429, 502, 503, 504])

/**
 * The custody as the rest of the product sees it: in this process, or behind SIGNER_URL in one of its own (`ROLE=signer`),
 * which then alone can open the seed.
 * @throws FailedSigning when the request failed in the signer; any other error when the signer was not reached
 */
export const askForListings = async (
  ctx: Context,
  chain: SignedChain,
  requests: ListingRequest[],
): Promise<Answer[]> => {
  if (!ctx.config.signer) return orFailed(signListingsHere(ctx, chain, requests))
  const { answers } = await askSigner(ctx, '/listings', { chain: chain.chain, requests }, listingsAnswer)
  if (answers.length !== requests.length) throw new Error('the signer answered something else than it was asked')
  return answers
}

export const askForWithdrawal = async (
  ctx: Context,
  chain: SignedChain,
  request: WithdrawalRequest,
): Promise<Answer> => {
  if (!ctx.config.signer) return orFailed(signWithdrawalHere(ctx, chain, request))
  return (await askSigner(ctx, '/withdrawals', { chain: chain.chain, request }, withdrawalAnswer)).answer
}

export const askForSolana = async (ctx: Context, request: SolanaRequest): Promise<SolanaAnswer> => {
  if (!ctx.config.signer) return orFailed(signForIntentHere(ctx, request))
  return (await askSigner(ctx, '/solana', request, solanaAnswer)).answer
}

/** @returns undefined for a wallet that does not exist */
export const askForAddress = async (ctx: Context, walletId: string): Promise<string | undefined> => {
  if (!ctx.config.signer) return deriveAddressHere(ctx, walletId)
  return (await askSigner(ctx, '/addresses', { walletId }, addressAnswer)).address ?? undefined
}

async function askSigner<T>(ctx: Context, path: string, body: unknown, answer: z.ZodType<T>): Promise<T> {
  const { signer } = ctx.config
  if (!signer) throw new Error('there is no signer to ask')
  const response = await fetch(signer.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${signer.secret}`, 'content-type': 'application/json', ...carryTrace() },
    body: toWire(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  }).catch((error: Error) => {
    throw new SignerAway(`the signer does not answer: ${error.message}`, { cause: error })
  })
  if (AWAY.has(response.status)) throw new SignerAway(`the signer is away: ${response.status}`)
  if (!response.ok) throw new FailedSigning(`the signer answered ${response.status}`)
  return answer.parse(await response.json())
}

const orFailed = <T>(signing: Promise<T>): Promise<T> =>
  signing.catch((error: Error) => {
    if (isDatabaseAway(error)) throw error
    throw new FailedSigning(messageOf(error), { cause: error })
  })
