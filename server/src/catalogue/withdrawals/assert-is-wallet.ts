import type { Address } from '@solana/kit'
import type { SolanaConnection } from '../../gateways/chain/solana-connection.ts'
import { invalidField } from '../../http/app-error.ts'

const MESSAGES = {
  'off-curve': 'This address belongs to a program: no key could move what is sent there',
  'token-account': 'This is an account for tokens, not a wallet: give the address of the wallet that it belongs to',
  'program-owned': 'This address belongs to a program, not to a wallet',
}

/**
 * On Solana an NFT is sent to a wallet, for which the account that holds it is made. When the node is silent, what the address
 * itself says has to do.
 * @throws AppError
 */
export async function assertIsWallet({ rpc }: SolanaConnection, to: string): Promise<void> {
  const { isOffCurveAddress, parseBase64RpcAccount } = await import('@solana/kit')
  const { findRecipientProblem } = await import('@verso/solana/find-address-problem')
  const address = to as Address
  const info = await rpc
    .getAccountInfo(address, { encoding: 'base64', commitment: 'confirmed' })
    .send()
    .catch(() => undefined)
  const problem =
    (info && findRecipientProblem(parseBase64RpcAccount(address, info.value))) ??
    (isOffCurveAddress(address) ? 'off-curve' : undefined)
  if (problem) throw invalidField('address', MESSAGES[problem])
}
