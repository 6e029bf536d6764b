import type { Address } from '@solana/kit'
import type { SolanaConnection } from '../../../gateways/chain/solana-connection.ts'

const MESSAGES = {
  'off-curve': 'This address belongs to a program: no key could move what is sent there',
  'token-account': 'This is an account for tokens, not a wallet: give the address of the wallet that it belongs to',
  'program-owned': 'This address belongs to a program, not to a wallet',
}

/**
 * On Solana an NFT is sent to a wallet, for which the account that holds it is made.
 * @returns why an address is none, and whether the node was silent: then only the address itself was looked at
 */
export async function findReceiverProblem(
  { rpc }: Pick<SolanaConnection, 'rpc'>,
  to: string,
): Promise<{ problem: string | undefined; isSilent: boolean }> {
  const { isOffCurveAddress, parseBase64RpcAccount } = await import('@solana/kit')
  const { findRecipientProblem } = await import('@verso/solana/find-address-problem')
  const address = to as Address
  const info = await rpc
    .getAccountInfo(address, { encoding: 'base64', commitment: 'confirmed' })
    .send()
    .catch(() => undefined)
  const found =
    (info && findRecipientProblem(parseBase64RpcAccount(address, info.value))) ??
    (isOffCurveAddress(address) ? 'off-curve' : undefined)
  return { problem: found && MESSAGES[found], isSilent: info === undefined }
}
