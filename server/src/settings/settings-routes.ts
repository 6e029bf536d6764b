import { ALL_CHAINS, CHAINS } from '@verso/protocol/chains'
import { BIO_MIN_LENGTH, DESCRIPTION_MAX_LENGTH, MIN_TOPUP_CENTS, NETWORK_FEE_CENTS } from '@verso/protocol/limits'
import { centsToUsd } from '@verso/protocol/money'
import { type PublicSettings } from '@verso/protocol/operations/settings'
import type { Context } from '../context.ts'
import { chainsOf, connectionOf, explorerOf, isOffered } from '../gateways/chain/chain-access.ts'
import type { App } from '../http/app-type.ts'
import { route } from '../http/route.ts'
import { paymentOrigin } from '../http/payment-origin.ts'
import { type Urls, urlsFor } from '../http/urls.ts'
import { getOperatorSettings } from './settings-store.ts'

/** The settings that a client must know before sign-in. */
export function settingsRoutes(app: App, ctx: Context): void {
  route(app, 'GET /api/settings/', async () => ({ data: await presentSettings(ctx, urlsFor(ctx)) }))
}

async function presentSettings(ctx: Context, urls: Urls): Promise<PublicSettings> {
  const { feeBps, buyingStopped, creatingStopped, banner } = await getOperatorSettings(ctx)
  return {
    brand: ctx.config.brand,
    currency: 'USD',
    min_listing_price: centsToUsd(ctx.config.minListingPriceCents),
    min_topup: centsToUsd(MIN_TOPUP_CENTS),
    network_fee: centsToUsd(NETWORK_FEE_CENTS),
    platform_fee_bps: feeBps,
    chains: [...chainsOf(ctx), ...ALL_CHAINS.filter((chain) => !isOffered(ctx, chain))].map((chain) =>
      presentChain(ctx, chain),
    ),
    limits: {
      thumbnail_bytes: ctx.config.uploads.thumbnailMaxBytes,
      nft_file_bytes: ctx.config.uploads.nftFileMaxBytes,
      description_length: DESCRIPTION_MAX_LENGTH,
      bio_min_length: BIO_MIN_LENGTH,
    },
    payment_provider: ctx.payments.name,
    payment_origin: paymentOrigin(ctx, urls),
    media_url: urls.media,
    public_url: urls.public,
    admin_url: urls.admin,
    buying_stopped: buyingStopped,
    creating_stopped: creatingStopped,
    banner,
    social: ctx.config.social,
    is_demo: ctx.config.isDemo,
  }
}

function presentChain(ctx: Context, chain: (typeof ALL_CHAINS)[number]): PublicSettings['chains'][number] {
  const { name } = CHAINS[chain]
  if (!isOffered(ctx, chain))
    return { id: chain, name, is_live: false, chain_id: null, contract: null, public_rpc_url: null, explorer_url: null }
  const connection = connectionOf(ctx, chain)
  const { chainId, contract, rpcUrl } = connection
  const explorer = explorerOf(connection)
  return {
    id: chain,
    name,
    is_live: true,
    chain_id: chainId,
    contract,
    ...(ctx.config.isDevelopment && { rpc_url: rpcUrl }),
    public_rpc_url: chain === 'SOL' ? null : ctx.config.chains[chain].publicRpcUrl,
    explorer_url: explorer?.tx ?? null,
    ...(explorer?.suffix && { explorer_suffix: explorer.suffix }),
  }
}
