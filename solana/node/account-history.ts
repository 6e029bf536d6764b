import type { Address, EncodedAccount, MaybeEncodedAccount } from '@solana/kit'
import type { LiteSVM } from 'litesvm'

type Change = { slot: number; address: Address; before: MaybeEncodedAccount }

export type AccountHistory = {
  /** Notes what these accounts were before a transaction of this slot, where it changed them. */
  note(slot: number, before: MaybeEncodedAccount[]): void
  /** The account as it was when this slot was the newest. */
  accountAt(slot: number, address: Address): MaybeEncodedAccount
  programAccountsAt(slot: number, program: Address): EncodedAccount[]
  /** No call asks for states before this slot any more. */
  forgetBefore(slot: number): void
}

/** The machine has the newest state alone; a caller that asks for a finalized account is to get an older one. */
export function createAccountHistory(vm: LiteSVM): AccountHistory {
  let changes: Change[] = []
  const note: AccountHistory['note'] = (slot, before) => {
    for (const account of before)
      if (!isSame(account, vm.getAccount(account.address)))
        changes.push({ slot, address: account.address, before: account })
  }
  const accountAt: AccountHistory['accountAt'] = (slot, address) =>
    changes.find((change) => change.slot > slot && change.address === address)?.before ?? vm.getAccount(address)
  const programAccountsAt: AccountHistory['programAccountsAt'] = (slot, program) => {
    const now = vm.getProgramAccounts(program).map(({ address }) => address)
    const addresses = new Set([...now, ...changes.map(({ address }) => address)])
    return [...addresses]
      .map((address) => accountAt(slot, address))
      .filter((account) => account.exists)
      .filter(({ programAddress }) => programAddress === program)
  }
  const forgetBefore: AccountHistory['forgetBefore'] = (slot) => {
    changes = changes.filter((change) => change.slot > slot)
  }
  return { note, accountAt, programAccountsAt, forgetBefore }
}

const isSame = (a: MaybeEncodedAccount, b: MaybeEncodedAccount): boolean =>
  a.exists && b.exists
    ? a.lamports === b.lamports &&
      a.programAddress === b.programAddress &&
      Buffer.compare(a.data as Uint8Array, b.data as Uint8Array) === 0
    : a.exists === b.exists
