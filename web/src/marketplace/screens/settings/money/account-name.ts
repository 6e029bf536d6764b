import type { FiatAccount } from '@verso/protocol/money/accounts'

/** "Bank of Ceylon •••• 9012": enough to know one's own account by. */
export const accountName = ({ bank_name, account_number }: Pick<FiatAccount, 'bank_name' | 'account_number'>): string =>
  `${bank_name} ${account_number}`
