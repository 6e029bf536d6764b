import {
  AuthorityType,
  type ExtensionArgs,
  extension,
  getCreateAssociatedTokenIdempotentInstructionAsync,
  getInitializeGroupMemberPointerInstruction,
  getInitializeMetadataPointerInstruction,
  getInitializeMint2Instruction,
  getInitializeTokenGroupMemberInstruction,
  getInitializeTokenMetadataInstruction,
  getMintSize,
  getMintToInstruction,
  getSetAuthorityInstruction,
  getUpdateTokenMetadataFieldInstruction,
  getUpdateTokenMetadataUpdateAuthorityInstruction,
  TOKEN_2022_PROGRAM_ADDRESS,
  tokenMetadataField,
} from '@solana-program/token-2022'
import type { Address, Instruction, TransactionSigner } from '@solana/kit'
import { allocateAccount } from './allocate-account.ts'
import { findCollectionAddress, findMintAddress, findTokenAccount, seedOf } from './token-address.ts'

/** The creator's share of later sales, for marketplaces that want to pay it: nothing on Solana enforces it. */
export const ROYALTY_FIELD = 'royalty_basis_points'
/** So many fit into one transaction beside all else; the metadata has the whole name. */
const NAME_MAX_BYTES = 64

export type NewNft = {
  /** Pays the fee and the rent, and can do nothing with the token. */
  payer: TransactionSigner
  /** The collection's key, of which all addresses are derived: never rotated. */
  authority: TransactionSigner
  owner: Address
  metadataHash: Uint8Array
  name: string
  uri: string
  royaltyBps: number
  /** The lamports that an account of so many bytes has to hold. */
  rentOf: (bytes: number) => bigint
}

/**
 * Makes the only token of a new mint and gives it to its owner. Afterwards no key can mint another one, freeze it, or change
 * what it says: each authority is unset or dropped in the same transaction.
 */
export async function mintNft(nft: NewNft): Promise<Instruction[]> {
  const { payer, authority, owner } = nft
  const mint = await findMintAddress(authority.address, nft.metadataHash)
  const token = await findTokenAccount(mint, owner)
  const account = {
    payer,
    base: authority,
    seed: seedOf(nft.metadataHash),
    address: mint,
    space: getMintSize(pointersOf(mint)),
    lamports: nft.rentOf(getMintSize(await extensionsOf(nft, mint))),
    programAddress: TOKEN_2022_PROGRAM_ADDRESS,
  }
  return [
    ...allocateAccount(account),
    getInitializeMetadataPointerInstruction({ mint, authority: null, metadataAddress: mint }),
    getInitializeGroupMemberPointerInstruction({ mint, authority: null, memberAddress: mint }),
    getInitializeMint2Instruction({ mint, decimals: 0, mintAuthority: authority.address, freezeAuthority: null }),
    ...describe(nft, mint),
    getInitializeTokenGroupMemberInstruction({
      member: mint,
      memberMint: mint,
      memberMintAuthority: authority,
      group: await findCollectionAddress(authority.address),
      groupUpdateAuthority: authority,
    }),
    await getCreateAssociatedTokenIdempotentInstructionAsync({ payer, owner, mint }),
    getMintToInstruction({ mint, token, mintAuthority: authority, amount: 1 }),
    getSetAuthorityInstruction({
      owned: mint,
      owner: authority,
      authorityType: AuthorityType.MintTokens,
      newAuthority: null,
    }),
  ]
}

function describe({ authority, name, uri, royaltyBps }: NewNft, mint: Address): Instruction[] {
  const field = tokenMetadataField('Key', [ROYALTY_FIELD])
  return [
    getInitializeTokenMetadataInstruction({
      metadata: mint,
      updateAuthority: authority.address,
      mint,
      mintAuthority: authority,
      name: shorten(name),
      symbol: '',
      uri,
    }),
    getUpdateTokenMetadataFieldInstruction({
      metadata: mint,
      updateAuthority: authority,
      field,
      value: String(royaltyBps),
    }),
    getUpdateTokenMetadataUpdateAuthorityInstruction({
      metadata: mint,
      updateAuthority: authority,
      newUpdateAuthority: null,
    }),
  ]
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The name, or as many whole characters of its start as fit. */
export function shorten(name: string): string {
  if (Buffer.byteLength(name) <= NAME_MAX_BYTES) return name
  let start = ''
  for (const { segment } of graphemes.segment(name)) {
    if (Buffer.byteLength(`${start}${segment}…`) > NAME_MAX_BYTES) break
    start += segment
  }
  return `${start.trimEnd()}…`
}

/** The account is made with these; the others make it grow. */
const pointersOf = (mint: Address): ExtensionArgs[] => [
  extension('MetadataPointer', { authority: null, metadataAddress: mint }),
  extension('GroupMemberPointer', { authority: null, memberAddress: mint }),
]

const extensionsOf = async (nft: NewNft, mint: Address): Promise<ExtensionArgs[]> => [
  ...pointersOf(mint),
  extension('TokenMetadata', {
    updateAuthority: null,
    mint,
    name: shorten(nft.name),
    symbol: '',
    uri: nft.uri,
    additionalMetadata: new Map([[ROYALTY_FIELD, String(nft.royaltyBps)]]),
  }),
  extension('TokenGroupMember', {
    mint,
    group: await findCollectionAddress(nft.authority.address),
    memberNumber: 0,
  }),
]
