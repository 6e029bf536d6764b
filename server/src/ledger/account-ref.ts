import type { LedgerAccountsTable } from '../db/types.gen.ts'

export type LedgerAccountKind = LedgerAccountsTable['kind']

/** A member's account, or the platform's when there is no `userId`. */
export type AccountRef = { kind: LedgerAccountKind; userId?: string }

/**
 * Members' accounts hold what the platform owes them and never go below zero (docs/invariants.md I2). The platform's own are the other side:
 * money at the provider is negative PROVIDER_CLEARING, a captured sale that is not delivered yet is SALES_CLEARING.
 */
const MEMBER_KINDS: ReadonlySet<LedgerAccountKind> = new Set([
  'CREDIT',
  'CREDIT_HELD',
  'EARNINGS',
  'EARNINGS_HELD',
  'PAYOUT_HELD',
])

export const mayBeNegative = (kind: LedgerAccountKind): boolean => !MEMBER_KINDS.has(kind)

export function assertOwnerFits(ref: AccountRef): void {
  if (MEMBER_KINDS.has(ref.kind) !== (ref.userId !== undefined)) {
    throw new Error(`a ledger account of kind ${ref.kind} ${ref.userId ? 'has no member' : 'needs a member'}`)
  }
}
