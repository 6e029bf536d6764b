import type { Chain } from '@verso/protocol/chains'
import type { Context } from '../../context.ts'
import { adapterOf } from '../../custody/chains/adapter-of.ts'

/** @throws Error when the product would begin nothing new on the chain */
export async function describeFunds(ctx: Context, chain: Chain): Promise<string> {
  const { minter, settler, needed, isLow } = await adapterOf(ctx, chain).readFunds()
  const balances = `minter ${minter} (wants ${needed.minter}), settler ${settler} (wants ${needed.settler})`
  if (isLow) throw new Error(`an operator account is low, so nothing new is begun: ${balances}`)
  return balances
}
