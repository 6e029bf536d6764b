import type { Context } from '../../context.ts'

const LAMPORTS_PER_SOL = 1_000_000_000

/** @throws Error that says what is wrong */
export async function describeSolana({ chains }: Context): Promise<string> {
  const { SOL } = chains
  if (!SOL) return 'not offered: SOL_RPC_URL is not set'
  const config = { commitment: 'confirmed' } as const
  const [slot, collection, minter, settler] = await Promise.all([
    SOL.rpc.getSlot(config).send(),
    SOL.rpc.getAccountInfo(SOL.contract, { ...config, encoding: 'base64' }).send(),
    SOL.rpc.getBalance(SOL.minter.address, config).send(),
    SOL.rpc.getBalance(SOL.settler.address, config).send(),
  ])
  if (!collection.value) throw new Error(`there is no collection at ${SOL.contract}`)
  if (minter.value === 0n || settler.value === 0n) throw new Error('an operator account is empty')
  const [minterFunds, settlerFunds] = [minter, settler].map(({ value }) => Number(value) / LAMPORTS_PER_SOL)
  return `slot ${slot}, minter ${minterFunds}, settler ${settlerFunds}`
}
