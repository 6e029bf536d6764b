import { type Address, type EncodedAccount, parseBase64RpcAccount, type Rpc, type SolanaRpcApi } from '@solana/kit'

const MOST_AT_ONCE = 100

/**
 * Accounts as most of the network has voted for them, unless they are wanted finalized, and the oldest slot that they were read in;
 * undefined for what does not exist.
 * @throws when the node has not come to `minSlot` yet
 */
export async function readAccounts(
  { rpc }: { rpc: Rpc<SolanaRpcApi> },
  addresses: readonly Address[],
  { minSlot = 0n, commitment = 'confirmed' }: { minSlot?: bigint; commitment?: 'confirmed' | 'finalized' } = {},
): Promise<{ slot: bigint; accounts: (EncodedAccount | undefined)[] }> {
  const config = { encoding: 'base64', commitment, minContextSlot: minSlot } as const
  const parts = []
  for (let start = 0; start < addresses.length; start += MOST_AT_ONCE)
    parts.push(await rpc.getMultipleAccounts(addresses.slice(start, start + MOST_AT_ONCE), config).send())
  const found = parts.flatMap(({ value }) => value)
  const accounts = addresses.map((address, index) => {
    const account = parseBase64RpcAccount(address, found[index] ?? null)
    return account.exists ? account : undefined
  })
  const slot = parts.reduce((oldest, { context }) => (context.slot < oldest ? context.slot : oldest), 2n ** 63n)
  return { slot, accounts }
}
