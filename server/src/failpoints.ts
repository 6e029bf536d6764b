/**
 * Named places, each just before or after a commit or a broadcast, at which a test ends the work as a crash would.
 * In production the list is empty and a call costs one look into an empty map.
 */
export type Failpoint =
  | 'settle-payment.before-commit'
  | 'settle-payment.after-commit'
  | 'receive-webhook.after-commit'
  | 'recover-payment.before-commit'
  | 'create-nft.after-commit'
  | 'list-nft.after-commit'
  | 'unlist-nft.after-commit'
  | 'decide-nft.after-commit'
  | 'withdraw-nft.after-commit'
  | 'start-purchase.after-commit'
  | 'start-topup.after-commit'
  | 'open-session.after-provider'
  | 'cancel-payment.after-commit'
  | 'decide-review-case.after-commit'
  | 'request-payout.after-commit'
  | 'cancel-payout.after-commit'
  | 'decide-payout.after-commit'
  | 'create-wallet.after-commit'
  | 'create-wallet-address.before-commit'
  | 'mail-lines.before-commit'
  | 'deliver-message.before-send'
  | 'deliver-message.after-send'
  | 'deliver-webhook.after-send'
  | 'sender.before-sign'
  | 'sender.after-sign'
  | 'sender.after-broadcast'
  | 'indexer.before-commit'
  | 'indexer.after-commit'
  | 'complete-sale.before-commit'
  | 'refund.after-provider'
  | 'retry-mint.after-commit'
  | 'set-royalty-address.after-commit'
  | 'retry-failed.after-commit'
  | 'release-earnings.after-row'
  | 'expire-listings.after-row'
  | 'expire-payment.after-provider'
  | 'reconcile-payments.after-row'
  | 'deliver-event.before-commit'
  | 'deliver-event.after-commit'
  | 'remove-bytes.before-commit'
  | 'remove-bytes.after-row'
  | 'register-member.after-commit'
  | 'verify-email.after-commit'
  | 'sign-in.after-commit'
  | 'send-code.after-commit'
  | 'verify-mobile.after-commit'
  | 'verify-otp.after-commit'
  | 'refresh-tokens.after-commit'
  | 'reset-password.after-commit'
  | 'change-password.after-commit'
  | 'delete-me.after-commit'

export class Crash extends Error {
  override readonly name = 'Crash'
}

export function createFailpoints() {
  const armed = new Map<Failpoint, number>()
  return {
    /** The next `times` passages throw. */
    arm: (name: Failpoint, times = 1) => void armed.set(name, times),
    /** Armed failpoints that were not reached: a test that crashes nothing proves nothing. */
    listArmed: (): Failpoint[] => [...armed].flatMap(([name, left]) => (left > 0 ? [name] : [])),
    reach: (name: Failpoint) => {
      const left = armed.get(name) ?? 0
      if (left === 0) return
      armed.set(name, left - 1)
      throw new Crash(name)
    },
  }
}
export type Failpoints = ReturnType<typeof createFailpoints>
