import {
  ExtensionType,
  getCreateAssociatedTokenInstructionAsync,
  getEnableMemoTransfersInstruction,
  getReallocateInstruction,
} from '@solana-program/token-2022'
import { createNoopSigner, type Address, lamports } from '@solana/kit'
import { describe, expect, test } from 'vitest'
import { readHolding } from '../src/read-nft.ts'
import { findTokenAccount } from '../src/token-address.ts'
import { transferNft } from '../src/transfer-nft.ts'
import { buildNft } from './build-nft.ts'
import { toPlainAccount } from './to-plain-account.ts'
import { signerOf, startVm, type TestVm, vmProblem } from './vm.ts'

const PAYMENT = '0197b0a8-6a52-7cc3-8f6b-1d2f3a4b5c6d'
const FEE = 10_000n

async function startSale() {
  const t = await startVm()
  const [seller, buyer] = [await signerOf('seller'), await signerOf('buyer')]
  const mint = await buildNft(t, seller.address)
  const sale = { payer: t.payer, owner: seller, to: buyer.address, mint, reference: PAYMENT }
  return { t, seller, buyer, mint, sale }
}

async function amountOf(t: TestVm, mint: Address, owner: Address): Promise<bigint | undefined> {
  const account = t.vm.getAccount(await findTokenAccount(mint, owner))
  return account.exists ? readHolding(account)?.amount : undefined
}

describe.skipIf(vmProblem)('a transfer', () => {
  test('moves the NFT, closes the seller’s account, costs the platform the fee alone and names the payment', async () => {
    const { t, seller, buyer, mint, sale } = await startSale()
    const { error, lamports, logs } = await t.send(await transferNft(sale))
    expect(error).toBeUndefined()
    expect(lamports).toBe(FEE)
    expect(logs.join('\n')).toContain(PAYMENT)
    expect(await amountOf(t, mint, buyer.address)).toBe(1n)
    expect(await amountOf(t, mint, seller.address)).toBeUndefined()
    expect(t.vm.getBalance(seller.address) ?? 0n).toBe(0n)
  })

  test('needs the seller’s signature', async () => {
    const { t, seller, mint, sale } = await startSale()
    const unsigned = await transferNft({ ...sale, owner: createNoopSigner(seller.address) })
    await expect(t.send(unsigned)).rejects.toThrow()
    // The platform's own key in the seller's place: for an account that is not the seller's, or for the seller's.
    const forged = await transferNft({ ...sale, owner: t.payer })
    expect((await t.send(forged)).error).toContain('InstructionError')
    expect(await amountOf(t, mint, seller.address)).toBe(1n)
  })

  test('goes into an account that the buyer has already', async () => {
    const { t, buyer, mint, sale } = await startSale()
    const made = await getCreateAssociatedTokenInstructionAsync({ payer: t.payer, owner: buyer.address, mint })
    await t.send([made])
    const { error } = await t.send(await transferNft(sale))
    expect(error).toBeUndefined()
    expect(await amountOf(t, mint, buyer.address)).toBe(1n)
  })

  test('goes into an account that takes nothing without a memo', async () => {
    const { t, buyer, mint, sale } = await startSale()
    const token = await findTokenAccount(mint, buyer.address)
    const made = await t.send([
      await getCreateAssociatedTokenInstructionAsync({ payer: t.payer, owner: buyer.address, mint }),
      getReallocateInstruction({
        token,
        payer: t.payer,
        owner: buyer,
        newExtensionTypes: [ExtensionType.MemoTransfer],
      }),
      getEnableMemoTransfersInstruction({ token, owner: buyer }),
    ])
    expect(made.error).toBeUndefined()
    expect((await t.send(await transferNft(sale))).error).toBeUndefined()
    expect(await amountOf(t, mint, buyer.address)).toBe(1n)
  })

  test('takes it from an account that another has made, and that they may close', async () => {
    const { t, seller, buyer, mint, sale } = await startSale()
    t.vm.airdrop(buyer.address, lamports(1_000_000_000n))
    await t.send(await transferNft(sale))
    const { instructions, account } = await toPlainAccount({ mint, owner: buyer, to: seller.address })
    expect((await t.send(instructions)).error).toBeUndefined()
    expect((await t.send(await transferNft(sale))).error).toContain('InstructionError')
    expect((await t.send(await transferNft({ ...sale, holder: account }))).error).toBeUndefined()
    expect(await amountOf(t, mint, buyer.address)).toBe(1n)
  })

  test('takes it from no account of anybody else', async () => {
    const { t, buyer, seller, mint, sale } = await startSale()
    await t.send(await transferNft(sale))
    const holder = await findTokenAccount(mint, buyer.address)
    const stolen = await transferNft({ ...sale, to: t.payer.address, holder })
    expect((await t.send(stolen)).error).toContain('InstructionError')
    expect(await amountOf(t, mint, buyer.address)).toBe(1n)
    expect(await amountOf(t, mint, seller.address)).toBeUndefined()
  })

  test('does not happen a second time', async () => {
    const { t, buyer, mint, sale } = await startSale()
    expect((await t.send(await transferNft(sale))).error).toBeUndefined()
    expect((await t.send(await transferNft(sale))).error).toContain('InstructionError')
    expect(await amountOf(t, mint, buyer.address)).toBe(1n)
  })

  test('happens as a whole or not at all', async () => {
    const { t, seller, buyer, mint, sale } = await startSale()
    const instructions = await transferNft(sale)
    // The last step fails: the account to close is another's.
    const wrong = await transferNft({ ...sale, owner: buyer })
    const { error } = await t.send([...instructions.slice(0, -1), ...wrong.slice(2)])
    expect(error).toContain('InstructionError')
    expect(await amountOf(t, mint, seller.address)).toBe(1n)
    expect(await amountOf(t, mint, buyer.address)).toBeUndefined()
  })
})
