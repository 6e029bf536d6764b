import { TOKEN_2022_PROGRAM_ADDRESS } from '@solana-program/token-2022'
import type { EncodedAccount, MaybeEncodedAccount } from '@solana/kit'
import { readHolding } from '../../src/read-nft.ts'
import {
  addressParam,
  assertBase64,
  configParam,
  inContext,
  listParam,
  numberParam,
  slotOf,
  type Method,
} from './params.ts'

const MOST_ACCOUNTS = 100
const MOST_HOLDERS = 20
/** `u64::MAX`: no rent is ever collected from it. As text, since no number holds it. */
const RENT_EPOCH = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON('18446744073709551615')

const present = ({ lamports, data, programAddress, executable }: EncodedAccount) => ({
  lamports: Number(lamports),
  data: [Buffer.from(data as Uint8Array).toString('base64'), 'base64'],
  owner: programAddress,
  executable,
  rentEpoch: RENT_EPOCH,
  space: data.length,
})

const presentMaybe = (account: MaybeEncodedAccount) => (account.exists ? present(account) : null)

export const accountMethods: Record<string, Method> = {
  getAccountInfo: (chain, [address, options]) => {
    const config = configParam(options)
    assertBase64(config)
    const slot = slotOf(chain, config)
    return inContext(slot, presentMaybe(chain.history.accountAt(slot, addressParam(address))))
  },
  getMultipleAccounts: (chain, [addresses, options]) => {
    const config = configParam(options)
    assertBase64(config)
    const slot = slotOf(chain, config)
    const asked = listParam(addresses, MOST_ACCOUNTS).map(addressParam)
    return inContext(
      slot,
      asked.map((address) => presentMaybe(chain.history.accountAt(slot, address))),
    )
  },
  getBalance: (chain, [address, options]) => {
    const slot = slotOf(chain, configParam(options))
    const account = chain.history.accountAt(slot, addressParam(address))
    return inContext(slot, account.exists ? Number(account.lamports) : 0)
  },
  getTokenAccountsByOwner: (chain, [owner, filter, options]) => {
    const config = configParam(options)
    assertBase64(config)
    const slot = slotOf(chain, config)
    const address = addressParam(owner)
    const { mint, programId } = configParam(filter)
    const asked = mint === undefined ? { programId: addressParam(programId) } : { mint: addressParam(mint) }
    const accounts = chain.history.programAccountsAt(slot, asked.programId ?? TOKEN_2022_PROGRAM_ADDRESS)
    const own = accounts.filter((account) => {
      const holding = readHolding(account)
      return holding?.owner === address && (asked.mint === undefined || holding.mint === asked.mint)
    })
    return inContext(
      slot,
      own.map((account) => ({ pubkey: account.address, account: present(account) })),
    )
  },
  getTokenLargestAccounts: (chain, [asked, options]) => {
    const slot = slotOf(chain, configParam(options))
    const mint = addressParam(asked)
    const holdings = chain.history
      .programAccountsAt(slot, TOKEN_2022_PROGRAM_ADDRESS)
      .flatMap((account) => {
        const holding = readHolding(account)
        return holding?.mint === mint ? [{ address: account.address, amount: holding.amount }] : []
      })
      .sort((a, b) => Number(b.amount - a.amount))
      .slice(0, MOST_HOLDERS)
    return inContext(
      slot,
      holdings.map(({ address, amount }) => ({
        address,
        amount: String(amount),
        decimals: 0,
        uiAmount: Number(amount),
        uiAmountString: String(amount),
      })),
    )
  },
  getMinimumBalanceForRentExemption: (chain, [bytes]) =>
    Number(chain.vm.minimumBalanceForRentExemption(BigInt(numberParam(bytes)))),
}
