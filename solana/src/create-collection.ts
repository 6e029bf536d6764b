import {
  AuthorityType,
  type ExtensionArgs,
  extension,
  getInitializeGroupPointerInstruction,
  getInitializeMetadataPointerInstruction,
  getInitializeMint2Instruction,
  getInitializeTokenGroupInstruction,
  getInitializeTokenMetadataInstruction,
  getMintSize,
  getSetAuthorityInstruction,
  TOKEN_2022_PROGRAM_ADDRESS,
} from '@solana-program/token-2022'
import type { Address, Instruction, TransactionSigner } from '@solana/kit'
import { allocateAccount } from './allocate-account.ts'
import { COLLECTION_SEED, findCollectionAddress } from './token-address.ts'

const UNLIMITED = 2n ** 64n - 1n

export type NewCollection = {
  payer: TransactionSigner
  /** Adds members. It may also change the collection's own name and address of its description. */
  authority: TransactionSigner
  name: string
  uri: string
  rentOf: (bytes: number) => bigint
}

/** The mint without tokens whose group the NFTs of a deployment are members of: once per deployment. */
export async function createCollection(collection: NewCollection): Promise<Instruction[]> {
  const { payer, authority, name, uri } = collection
  const mint = await findCollectionAddress(authority.address)
  const account = {
    payer,
    base: authority,
    seed: COLLECTION_SEED,
    address: mint,
    space: getMintSize(pointersOf(mint)),
    lamports: collection.rentOf(getMintSize(extensionsOf(collection, mint))),
    programAddress: TOKEN_2022_PROGRAM_ADDRESS,
  }
  return [
    ...allocateAccount(account),
    getInitializeMetadataPointerInstruction({ mint, authority: null, metadataAddress: mint }),
    getInitializeGroupPointerInstruction({ mint, authority: null, groupAddress: mint }),
    getInitializeMint2Instruction({ mint, decimals: 0, mintAuthority: authority.address, freezeAuthority: null }),
    getInitializeTokenMetadataInstruction({
      metadata: mint,
      updateAuthority: authority.address,
      mint,
      mintAuthority: authority,
      name,
      symbol: '',
      uri,
    }),
    getInitializeTokenGroupInstruction({
      group: mint,
      mint,
      mintAuthority: authority,
      updateAuthority: authority.address,
      maxSize: UNLIMITED,
    }),
    getSetAuthorityInstruction({
      owned: mint,
      owner: authority,
      authorityType: AuthorityType.MintTokens,
      newAuthority: null,
    }),
  ]
}

const pointersOf = (mint: Address): ExtensionArgs[] => [
  extension('MetadataPointer', { authority: null, metadataAddress: mint }),
  extension('GroupPointer', { authority: null, groupAddress: mint }),
]

const extensionsOf = ({ authority, name, uri }: NewCollection, mint: Address): ExtensionArgs[] => [
  ...pointersOf(mint),
  extension('TokenMetadata', {
    updateAuthority: authority.address,
    mint,
    name,
    symbol: '',
    uri,
    additionalMetadata: new Map(),
  }),
  extension('TokenGroup', { updateAuthority: authority.address, mint, size: 0, maxSize: UNLIMITED }),
]
