import type { Chain } from '@verso/protocol/chains'
import type { Wallet } from '@verso/protocol/money/accounts'
import type { WalletRow } from './require-wallet.ts'

export const presentWallet = (wallet: WalletRow): Wallet => ({
  id: wallet.id,
  chain: wallet.chain as Chain,
  public_address: wallet.public_address,
  created_at: wallet.created_at.toISOString(),
})
