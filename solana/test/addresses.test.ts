import { address, type MaybeEncodedAccount } from '@solana/kit'
import { describe, expect, test } from 'vitest'
import { deriveCollectionKey, deriveMemberKey } from '../src/derive-key.ts'
import { findAddressProblem, findRecipientProblem } from '../src/find-address-problem.ts'
import { readCollectionAuthority, readHolding, readNft } from '../src/read-nft.ts'
import { findCollectionAddress, findMintAddress, findTokenAccount, seedOf } from '../src/token-address.ts'
import { buildNft } from './build-nft.ts'
import { sha256, signerOf, startVm, vmProblem } from './vm.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

test('a wallet’s key is that of SLIP-0010 for its path', () => {
  // Of the phrase "abandon … about": the key of the first account that wallets on Solana show for it.
  const seed = Buffer.from(
    '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
    'hex',
  )
  expect(hex(deriveMemberKey(seed, 0))).toBe('37df573b3ac4ad5b522e064e25b63ea16bcbe79d449e81a0268d1047948bb445')
  const keys = [0, 1, 2].map((index) => hex(deriveMemberKey(seed, index)))
  expect(new Set([...keys, hex(deriveCollectionKey(seed))]).size).toBe(4)
})

test('a mint’s address follows from its metadata and the collection’s key alone', async () => {
  const [ours, theirs] = [await signerOf('authority'), await signerOf('stranger')]
  const hash = sha256('metadata')
  const mint = await findMintAddress(ours.address, hash)
  // These are where minted NFTs are: another derivation would find none of them, and mint them again.
  expect(mint).toBe('HpDVSnHJPYTtAJDyr9wTPV51ongz7SuhvgpBicVaDhmB')
  expect(await findCollectionAddress(ours.address)).toBe('Cu47vFYCbWWeH7QpB3WH7qpYRkGJdwvWxay6ku4W1pUo')
  expect(seedOf(hash)).toBe('RUR7evvV5UT30PHfD8zSYBTZhQEwq9Pw')
  expect(seedOf(new Uint8Array(32).fill(0xfb))).toBe('-_v7'.repeat(8))
  const others = [
    await findMintAddress(theirs.address, hash),
    await findMintAddress(ours.address, sha256('other metadata')),
    await findCollectionAddress(ours.address),
    await findTokenAccount(mint, ours.address),
  ]
  expect(new Set([mint, ...others]).size).toBe(5)
  await expect(async () => findMintAddress(ours.address, hash.subarray(1))).rejects.toThrow('32 bytes')
})

test('what is no address of a wallet is told apart', async () => {
  const { address: wallet } = await signerOf('wallet')
  const mint = await findMintAddress(wallet, sha256('metadata'))
  expect(findAddressProblem(wallet)).toBeUndefined()
  expect(findAddressProblem('0x00000000000000000000000000000000000000aA')).toBe('evm-address')
  expect(findAddressProblem('0OIl')).toBe('not-base58')
  expect(findAddressProblem('')).toBe('not-base58')
  expect(findAddressProblem(`${wallet} `)).toBe('not-base58')
  expect(findAddressProblem(wallet.slice(0, 20))).toBe('not-32-bytes')
  expect(findAddressProblem(`${wallet}${wallet}`)).toBe('not-32-bytes')
  // Derived addresses of programs are off the curve by their making; half of the seeded ones happen to be.
  expect(findAddressProblem(await findTokenAccount(mint, wallet))).toBe('off-curve')
})

describe.skipIf(vmProblem)('an account on chain', () => {
  test('is a wallet when it has no owner yet or the system', async () => {
    const t = await startVm()
    const owner = await signerOf('owner')
    const mint = await buildNft(t, owner.address)
    const problemOf = (at: string) => findRecipientProblem(t.vm.getAccount(address(at)))
    expect(problemOf(owner.address)).toBeUndefined()
    expect(problemOf(t.payer.address)).toBeUndefined()
    expect(problemOf(await findTokenAccount(mint, owner.address))).toBe('token-account')
    expect(problemOf(mint)).toBe('program-owned')
    expect(problemOf('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')).toBe('program-owned')
  })

  test('is read as what it is alone', async () => {
    const t = await startVm()
    const owner = await signerOf('owner')
    const mint = await buildNft(t, owner.address)
    const token = await findTokenAccount(mint, owner.address)
    expect(readNft(t.getAccount(token))).toBeUndefined()
    expect(readHolding(t.getAccount(mint))).toBeUndefined()
    expect(readNft(t.getAccount(t.payer.address))).toBeUndefined()
    expect(readHolding(t.getAccount(t.payer.address))).toBeUndefined()
    // The collection has no token, and its authority may still add members.
    const collection = t.getAccount(await findCollectionAddress(t.authority.address))
    expect(readNft(collection)?.isSealed).toBe(false)
    expect(readCollectionAuthority(collection)).toBe(t.authority.address)
    expect(readCollectionAuthority(t.getAccount(mint))).toBeUndefined()
    expect(readCollectionAuthority({ ...collection, address: mint })).toBeUndefined()
  })

  test('whose metadata is another mint’s says nothing', async () => {
    const t = await startVm()
    const mint = await buildNft(t, (await signerOf('owner')).address)
    const copied = { ...t.getAccount(mint), address: t.payer.address }
    expect(readNft(copied)).toBeUndefined()
  })
})

test('an account that is not there is an unused wallet', async () => {
  const { address: wallet } = await signerOf('wallet')
  const account: MaybeEncodedAccount = { address: wallet, exists: false }
  expect(findRecipientProblem(account)).toBeUndefined()
})
