/**
 * Named places, each just before or after a commit or a broadcast, at which a test ends the work as a crash would.
 * In production the list is empty and a call costs one look into an empty map.
 */
export type Failpoint =
  | 'settle-payment.before-commit'
  | 'settle-payment.after-commit'
  | 'receive-webhook.after-commit'
  | 'create-nft.after-commit'
  | 'start-purchase.after-commit'
  | 'sender.before-sign'
  | 'sender.after-sign'
  | 'sender.after-broadcast'
  | 'indexer.before-commit'
  | 'indexer.after-commit'
  | 'complete-sale.before-commit'
  | 'refund.after-provider'

export class Crash extends Error {
  override readonly name = 'Crash'
}

export function createFailpoints() {
  const armed = new Map<Failpoint, number>()
  return {
    /** The next `times` passages throw. */
    arm: (name: Failpoint, times = 1) => void armed.set(name, times),
    reach: (name: Failpoint) => {
      const left = armed.get(name) ?? 0
      if (left === 0) return
      armed.set(name, left - 1)
      throw new Crash(name)
    },
  }
}
export type Failpoints = ReturnType<typeof createFailpoints>
