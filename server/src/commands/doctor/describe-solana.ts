import type { Context } from '../../context.ts'
import { describeFunds } from './describe-funds.ts'

/** @throws Error that says what is wrong */
export async function describeSolana(ctx: Context): Promise<string> {
  const { SOL } = ctx.chains
  if (!SOL) return 'not offered: SOL_RPC_URL is not set'
  const config = { commitment: 'confirmed' } as const
  const [slot, collection] = await Promise.all([
    SOL.rpc.getSlot(config).send(),
    SOL.rpc.getAccountInfo(SOL.contract, { ...config, encoding: 'base64' }).send(),
  ])
  if (!collection.value) throw new Error(`there is no collection at ${SOL.contract}`)
  return `slot ${slot}, ${await describeFunds(ctx, 'SOL')}`
}
