import type { Address, EncodedAccount } from '@solana/kit'
import type { SolanaToken } from '@verso/protocol/nfts'
import { BaseError, ExecutionRevertedError, type Hex } from 'viem'
import type { Context } from '../../context.ts'
import { readAccounts } from '../../custody/solana/read-accounts.ts'
import { AppError, notFound } from '../../http/app-error.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
import { networkOf } from '../../http/network-of.ts'
import { takePoint } from '../../identity/throttling/throttle.ts'

const CALLS_PER_MINUTE = 120
const MINUTE_MS = 60_000
const RETRY_AFTER_MS = 10_000
/**
 * "Verify it yourself" where the operator has named no public node: questions about one token, to our contract or
 * collection and nothing else. The built-in chain itself answers no web page, so this is the way to it.
 */
export function chainRoutes(app: App, ctx: Context): void {
  route(app, 'POST /api/chains/{chain}/call/', async (request) => {
    await takeCall(ctx, request.ip)
    const { client, contract } = ctx.chains[request.params.chain]
    return { data: { result: await askContract(client, contract, request.body.data as Hex) } }
  })
  route(app, 'GET /api/chains/SOL/tokens/{token_id}/', async (request) => {
    await takeCall(ctx, request.ip)
    return { data: await readSolanaToken(ctx, request.params.token_id) }
  })
}

const takeCall = (ctx: Context, ip: string): Promise<void> =>
  takePoint(ctx, ctx.db, { name: 'chain-call', subject: networkOf(ip), limit: CALLS_PER_MINUTE, windowMs: MINUTE_MS })

async function askContract(
  client: Context['chains']['POLYGON']['client'],
  contract: Hex,
  data: Hex,
): Promise<string | null> {
  try {
    return (await client.call({ to: contract, data })).data ?? null
  } catch (error) {
    if (error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError)) return null
    throw silent()
  }
}

/** Of tokens of ours alone: a foreign account may be large. */
async function readSolanaToken(ctx: Context, tokenId: string): Promise<SolanaToken> {
  const { SOL } = ctx.chains
  const nfts = ctx.db.selectFrom('nfts').select('owner_address').where('chain', '=', 'SOL')
  const nft = SOL && (await nfts.where('token_id', '=', tokenId).executeTakeFirst())
  if (!nft) throw notFound()
  const { findTokenAccount } = await import('@verso/solana/token-address')
  const mint = tokenId as Address
  const holder = nft.owner_address && (await findTokenAccount(mint, nft.owner_address as Address))
  const { accounts } = await readAccounts(SOL, [mint, SOL.contract, ...(holder ? [holder] : [])]).catch(() => {
    throw silent()
  })
  const [ofMint, ofCollection, ofHolder] = accounts.map(presentAccount)
  return { mint: ofMint ?? null, holder: ofHolder ?? null, collection: ofCollection ?? null }
}

const presentAccount = (account: EncodedAccount | undefined): SolanaToken['mint'] =>
  account
    ? { address: account.address, program: account.programAddress, data: Buffer.from(account.data).toString('base64') }
    : null

const silent = () =>
  new AppError('chain_unavailable', {
    userMessage: 'The chain does not answer. Try again later.',
    retryAfterMs: RETRY_AFTER_MS,
  })
