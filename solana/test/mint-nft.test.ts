import { getTransferSolInstruction } from '@solana-program/system'
import {
  AuthorityType,
  getMintToInstruction,
  getSetAuthorityInstruction,
  getUpdateTokenMetadataFieldInstruction,
  tokenMetadataField,
} from '@solana-program/token-2022'
import type { Address } from '@solana/kit'
import { describe, expect, test } from 'vitest'
import { shorten } from '../src/mint-nft.ts'
import { readHolding, readNft } from '../src/read-nft.ts'
import { MAX_TRANSACTION_BYTES } from '../src/sign-transaction.ts'
import { findCollectionAddress, findTokenAccount } from '../src/token-address.ts'
import { buildMint, buildNft } from './build-nft.ts'
import { signerOf, startVm, vmProblem } from './vm.ts'

const URI = 'ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
const PRICED = { limit: 100_000, microLamports: 1_000n }

describe.skipIf(vmProblem)('mint', () => {
  test('makes one token that says what it is, a member of the collection, in its owner’s wallet', async () => {
    const t = await startVm()
    const owner = await signerOf('owner')
    const mint = await buildNft(t, owner.address)
    expect(readNft(t.getAccount(mint))).toEqual({
      name: 'Dawn',
      uri: URI,
      royaltyBps: 750,
      collection: await findCollectionAddress(t.authority.address),
      isSealed: true,
    })
    expect(readHolding(t.getAccount(await findTokenAccount(mint, owner.address)))).toEqual({
      mint,
      owner: owner.address,
      amount: 1n,
      isFrozen: false,
    })
  })

  test('leaves no authority that could mint another token or change what it says', async () => {
    const t = await startVm()
    const { authority } = t
    const owner = await signerOf('owner')
    const mint = await buildNft(t, owner.address)
    const token = await findTokenAccount(mint, owner.address)
    const before = t.getAccount(mint).data
    const field = tokenMetadataField('Name')
    const asked = { owned: mint, owner: authority, newAuthority: authority.address }
    for (const instruction of [
      getMintToInstruction({ mint, token, mintAuthority: authority, amount: 1 }),
      getUpdateTokenMetadataFieldInstruction({ metadata: mint, updateAuthority: authority, field, value: 'Dusk' }),
      getSetAuthorityInstruction({ ...asked, authorityType: AuthorityType.MintTokens }),
      getSetAuthorityInstruction({ ...asked, authorityType: AuthorityType.FreezeAccount }),
      getSetAuthorityInstruction({ ...asked, authorityType: AuthorityType.MetadataPointer }),
      getSetAuthorityInstruction({ ...asked, authorityType: AuthorityType.GroupMemberPointer }),
    ]) {
      const lifetime = { blockhash: t.vm.latestBlockhash(), lastValidBlockHeight: 150n }
      expect((await t.send([instruction], { lifetime })).error).toContain('InstructionError')
    }
    expect(t.getAccount(mint).data).toEqual(before)
  })

  test('happens once for the same metadata, with all else different', async () => {
    const t = await startVm()
    const [owner, other] = [await signerOf('owner'), await signerOf('other')]
    const mint = await buildNft(t, owner.address)
    const again = await buildMint(t, other.address, { name: 'Dusk', royaltyBps: 0 })
    expect(again.mint).toBe(mint)
    expect((await t.send(again.instructions)).error).toContain('InstructionError')
    expect(readNft(t.getAccount(mint))?.name).toBe('Dawn')
    expect(t.vm.getAccount(await findTokenAccount(mint, other.address)).exists).toBe(false)
  })

  test('works at an address that a stranger has sent lamports to', async () => {
    const t = await startVm()
    const owner = await signerOf('owner')
    for (const [metadata, amount] of [
      ['little', t.rentOf(0)],
      ['much', 50_000_000n],
    ] as const) {
      const { instructions, mint } = await buildMint(t, owner.address, { metadata })
      const gift = getTransferSolInstruction({ source: t.payer, destination: mint, amount })
      const toToken = { source: t.payer, destination: await findTokenAccount(mint, owner.address), amount }
      const lifetime = { blockhash: t.vm.latestBlockhash(), lastValidBlockHeight: 150n }
      expect((await t.send([gift, getTransferSolInstruction(toToken)], { lifetime })).error).toBeUndefined()
      expect((await t.send(instructions)).error).toBeUndefined()
      expect(readNft(t.getAccount(mint))?.isSealed).toBe(true)
    }
  })

  test('is not possible without the key of the collection', async () => {
    const t = await startVm()
    const stranger = await signerOf('stranger')
    const [ours, theirs] = await Promise.all(
      [t.authority, stranger].map(({ address }) => findCollectionAddress(address)),
    )
    const { instructions, mint } = await buildMint(t, stranger.address, { authority: stranger })
    const intoOurs = instructions.map(({ accounts = [], ...instruction }) => ({
      ...instruction,
      accounts: accounts.map((account) =>
        account.address === theirs ? { ...account, address: ours as Address } : account,
      ),
    }))
    expect((await t.send(intoOurs)).error).toContain('InstructionError')
    expect(t.vm.getAccount(mint).exists).toBe(false)
  })

  test('fits into one transaction with the longest name, a nonce and a price for its units', async () => {
    const t = await startVm()
    const owner = await signerOf('owner')
    const name = '👩‍👩‍👧‍👦'.repeat(10) + '長い名前'.repeat(10)
    const { instructions, mint } = await buildMint(t, owner.address, { name, royaltyBps: 10_000 })
    const { error, raw } = await t.send(instructions, { computeUnits: PRICED })
    expect(error).toBeUndefined()
    expect(raw.length).toBeLessThanOrEqual(MAX_TRANSACTION_BYTES)
    expect(readNft(t.getAccount(mint))?.name).toBe(shorten(name))
  })
})

test('a name is cut between characters', () => {
  expect(shorten('Dawn')).toBe('Dawn')
  expect(shorten('a'.repeat(64))).toBe('a'.repeat(64))
  expect(shorten('a'.repeat(65))).toBe(`${'a'.repeat(61)}…`)
  expect(shorten('👩‍👩‍👧‍👦'.repeat(4))).toBe('👩‍👩‍👧‍👦👩‍👩‍👧‍👦…')
  expect(shorten('one two '.repeat(20))).toBe(`${'one two '.repeat(7)}one t…`)
})
