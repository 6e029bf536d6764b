import { collectionAbi } from '@verso/contracts/collection'
import type { Chain } from '@verso/protocol/chains'
import type { Address } from '@solana/kit'
import { zeroAddress } from 'viem'
import type { Context } from '../../src/context.ts'

type Chains = Pick<Context, 'chains'>

/** How often a token has moved by the chain itself, its mint among it. */
export async function countMoves(ctx: Chains, { chain, tokenId }: { chain: Chain; tokenId: string }): Promise<number> {
  if (chain === 'SOL') return countSignatures(ctx, tokenId as Address)
  return (await readTransfers(ctx, chain, { tokenId: BigInt(tokenId) })).length
}

/** How many tokens were ever minted on a chain into our collection. */
export async function countMinted(ctx: Chains, chain: Chain): Promise<number> {
  // The collection's own first.
  if (chain === 'SOL') return (await countSignatures(ctx, ctx.chains.SOL?.contract as Address)) - 1
  return (await readTransfers(ctx, chain, { from: zeroAddress })).length
}

/** Every mint and move names the mint, and those that failed did nothing. */
async function countSignatures({ chains }: Chains, address: Address): Promise<number> {
  const signatures = await chains.SOL?.rpc.getSignaturesForAddress(address, { commitment: 'confirmed' }).send()
  return (signatures ?? []).filter(({ err }) => err === null).length
}

function readTransfers({ chains }: Chains, chain: 'POLYGON' | 'ETH', args: { tokenId?: bigint; from?: `0x${string}` }) {
  const { client, contract: address } = chains[chain]
  return client.getContractEvents({
    address,
    abi: collectionAbi,
    eventName: 'Transfer',
    args,
    strict: true,
    fromBlock: 0n,
  })
}
