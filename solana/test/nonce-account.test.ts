import { getTransferSolInstruction } from '@solana-program/system'
import { describe, expect, test } from 'vitest'
import { createNonceAccount, findNonceAddress, readNonce } from '../src/nonce-account.ts'
import { transferNft } from '../src/transfer-nft.ts'
import { buildNft } from './build-nft.ts'
import { signerOf, startVm, vmProblem } from './vm.ts'

describe.skipIf(vmProblem)('a durable nonce', () => {
  test('keeps a transaction good through many blockhashes, and lets it land once', async () => {
    const t = await startVm()
    const [seller, buyer] = [await signerOf('seller'), await signerOf('buyer')]
    const mint = await buildNft(t, seller.address)
    const sale = { payer: t.payer, owner: seller, to: buyer.address, mint, reference: 'payment' }
    const signed = await t.sign(await transferNft(sale))
    const { value } = t.nonce()
    for (let expired = 0; expired < 200; expired++) t.vm.expireBlockhash()
    expect(t.sendSigned(signed).error).toBeUndefined()
    expect(t.nonce().value).not.toBe(value)
    // Back to where the same transfer would be possible: the bytes are used up nevertheless.
    expect((await t.send(await transferNft({ ...sale, owner: buyer, to: seller.address }))).error).toBeUndefined()
    for (let expired = 0; expired < 5; expired++) t.vm.expireBlockhash()
    const balance = t.vm.getBalance(t.payer.address)
    expect(t.sendSigned(signed).error).toMatch(/BlockhashNotFound|AlreadyProcessed/)
    expect(t.vm.getBalance(t.payer.address)).toBe(balance)
  })

  test('of two transactions with the same one, the first lands', async () => {
    const t = await startVm()
    const [seller, buyer, other] = [await signerOf('seller'), await signerOf('buyer'), await signerOf('other')]
    const mint = await buildNft(t, seller.address)
    const sale = { payer: t.payer, owner: seller, mint, reference: 'payment' }
    const first = await t.sign(await transferNft({ ...sale, to: buyer.address }))
    const second = await t.sign(await transferNft({ ...sale, to: other.address }))
    expect(t.sendSigned(first).error).toBeUndefined()
    expect(t.sendSigned(second).error).toContain('BlockhashNotFound')
  })

  test('account is made at an address that a stranger has sent lamports to', async () => {
    const t = await startVm()
    const { payer, rentOf } = t
    const destination = await findNonceAddress(payer.address, 1)
    await t.send([getTransferSolInstruction({ source: payer, destination, amount: rentOf(0) })])
    expect((await t.send(await createNonceAccount({ payer, number: 1, rentOf }))).error).toBeUndefined()
    expect(readNonce(t.getAccount(destination))?.authority).toBe(payer.address)
  })

  test('is read of nonce accounts only', async () => {
    const t = await startVm()
    const mint = await buildNft(t, (await signerOf('owner')).address)
    expect(readNonce(t.getAccount(mint))).toBeUndefined()
    expect(readNonce(t.getAccount(t.payer.address))).toBeUndefined()
  })
})
