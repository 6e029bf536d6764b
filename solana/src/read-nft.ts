import {
  AccountState,
  decodeMint,
  decodeToken,
  type Extension,
  isExtension,
  TOKEN_2022_PROGRAM_ADDRESS,
} from '@solana-program/token-2022'
import { type Address, type EncodedAccount, isNone, unwrapOption } from '@solana/kit'
import { ROYALTY_FIELD } from './mint-nft.ts'

export type ChainNft = {
  name: string
  uri: string
  royaltyBps: number | undefined
  /** The group that the mint is a member of; who may add members is the group's to say. */
  collection: Address | undefined
  /** One token and no way to make another one, freeze it, or change what it says. */
  isSealed: boolean
}

/** A mint or an account for tokens; any other may be anybody's, who sent lamports there. */
export const isOfTokenProgram = ({ programAddress }: EncodedAccount): boolean =>
  programAddress === TOKEN_2022_PROGRAM_ADDRESS

/** The NFT of a mint; undefined for an account that is no mint with metadata in itself. */
export function readNft(account: EncodedAccount): ChainNft | undefined {
  if (!isOfTokenProgram(account)) return undefined
  const mint = tryDecode(() => decodeMint(account).data)
  const extensions = mint && unwrapOption(mint.extensions)
  if (!mint || !extensions) return undefined
  const metadata = find(extensions, 'TokenMetadata')
  if (metadata?.mint !== account.address) return undefined
  const member = find(extensions, 'TokenGroupMember')
  const royalty = metadata.additionalMetadata.get(ROYALTY_FIELD)
  return {
    name: metadata.name,
    uri: metadata.uri,
    royaltyBps: royalty === undefined ? undefined : Number(royalty),
    collection: member?.mint === account.address ? member.group : undefined,
    isSealed:
      mint.supply === 1n &&
      mint.decimals === 0 &&
      [mint.mintAuthority, mint.freezeAuthority, metadata.updateAuthority].every(isNone),
  }
}

/** The authority that adds members to a collection, which is the base of their addresses; undefined for an account that is none. */
export function readCollectionAuthority(account: EncodedAccount): Address | undefined {
  if (!isOfTokenProgram(account)) return undefined
  const mint = tryDecode(() => decodeMint(account).data)
  const group = find((mint && unwrapOption(mint.extensions)) ?? [], 'TokenGroup')
  return group?.mint === account.address ? (unwrapOption(group.updateAuthority) ?? undefined) : undefined
}

export type Holding = { mint: Address; owner: Address; amount: bigint; isFrozen: boolean }

/** The holding of a token account and its owner; undefined for any other account. */
export function readHolding(account: EncodedAccount): Holding | undefined {
  if (!isOfTokenProgram(account)) return undefined
  const token = tryDecode(() => decodeToken(account).data)
  if (!token) return undefined
  const { mint, owner, amount, state } = token
  return { mint, owner, amount, isFrozen: state === AccountState.Frozen }
}

type Kind = Extension['__kind']

const find = <K extends Kind>(extensions: readonly Extension[], kind: K): (Extension & { __kind: K }) | undefined =>
  extensions.find((extension): extension is Extension & { __kind: K } => isExtension(kind, extension))

/** Mints and token accounts are of one program: what is the other one does not decode. */
function tryDecode<T>(decode: () => T): T | undefined {
  try {
    return decode()
  } catch {
    return undefined
  }
}
