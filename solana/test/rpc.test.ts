import { getTransferSolInstruction } from '@solana-program/system'
import { TOKEN_2022_PROGRAM_ADDRESS } from '@solana-program/token-2022'
import { lamports, type Signature } from '@solana/kit'
import { describe, expect, test } from 'vitest'
import { mintNft } from '../src/mint-nft.ts'
import { readHolding } from '../src/read-nft.ts'
import { signTransaction } from '../src/sign-transaction.ts'
import { findMintAddress, findTokenAccount } from '../src/token-address.ts'
import { transferNft } from '../src/transfer-nft.ts'
import { deploy, type Node, type Platform, send, signRecent, startNode, temporaryFolder } from './node.ts'
import { sha256, signerOf, vmProblem } from './vm.ts'

const BASE64 = { encoding: 'base64' } as const
const PROCESSED = { ...BASE64, commitment: 'processed' } as const

async function mint(node: Node, platform: Platform) {
  const { payer, authority, rentOf } = platform
  const owner = await signerOf('owner')
  const metadataHash = sha256('metadata')
  const nft = {
    payer,
    authority,
    owner: owner.address,
    metadataHash,
    rentOf,
    name: 'Dawn',
    uri: 'ipfs://x',
    royaltyBps: 0,
  }
  const transaction = await signTransaction({
    payer,
    instructions: await mintNft(nft),
    lifetime: { nonce: await platform.nonce() },
  })
  await send(node, transaction)
  node.passSlots(1)
  return { owner, mint: await findMintAddress(authority.address, metadataHash), signature: transaction.signature }
}

const statusOf = async ({ rpc }: Node, signature: Signature) =>
  (await rpc.getSignatureStatuses([signature]).send()).value[0]

describe.skipIf(vmProblem)('the node', () => {
  test('tells where the chain is, and moves on with the time', async () => {
    const node = await startNode()
    const { rpc } = node
    expect(await rpc.getHealth().send()).toBe('ok')
    expect(await rpc.getGenesisHash().send()).toMatch(/^[1-9A-HJ-NP-Za-km-z]{43,44}$/)
    const [processed, confirmed, finalized] = await Promise.all(
      (['processed', 'confirmed', 'finalized'] as const).map((commitment) => rpc.getSlot({ commitment }).send()),
    )
    expect([confirmed, finalized]).toEqual([(processed ?? 0n) - 1n, (processed ?? 0n) - 32n])
    const before = await rpc.getLatestBlockhash().send()
    node.passSlots(10)
    expect(await rpc.getBlockHeight({ commitment: 'processed' }).send()).toBe((processed ?? 0n) + 10n)
    const after = await rpc.getLatestBlockhash().send()
    expect(after.value.blockhash).not.toBe(before.value.blockhash)
    expect(after.value.lastValidBlockHeight).toBe(before.value.lastValidBlockHeight + 10n)
    expect(await rpc.getEpochInfo().send()).toMatchObject({ epoch: 0n, slotsInEpoch: 432_000n })
  })

  test('gives lamports, and tells of a transaction what it has come to', async () => {
    const node = await startNode()
    const { address: wallet } = await signerOf('wallet')
    const [first, second] = [
      await node.rpc.requestAirdrop(wallet, lamports(1_000_000n)).send(),
      await node.rpc.requestAirdrop(wallet, lamports(1_000_000n)).send(),
    ]
    expect(second).not.toBe(first)
    const balanceOf = async (commitment: 'processed' | 'confirmed' | 'finalized') =>
      (await node.rpc.getBalance(wallet, { commitment }).send()).value
    expect([await balanceOf('processed'), await balanceOf('confirmed')]).toEqual([2_000_000n, 0n])
    expect(await statusOf(node, first)).toMatchObject({ confirmationStatus: 'processed', confirmations: 0n, err: null })
    node.passSlots(1)
    expect([await balanceOf('confirmed'), await balanceOf('finalized')]).toEqual([2_000_000n, 0n])
    expect(await statusOf(node, first)).toMatchObject({ confirmationStatus: 'confirmed', confirmations: 1n })
    node.passSlots(31)
    expect(await balanceOf('finalized')).toBe(2_000_000n)
    expect(await statusOf(node, first)).toMatchObject({ confirmationStatus: 'finalized', confirmations: null })
    expect(await statusOf(node, '1'.repeat(64) as Signature)).toBeNull()
  })

  test('mints and sells, and tells of it by accounts, signatures and transactions', async () => {
    const node = await startNode()
    const platform = await deploy(node)
    const { payer } = platform
    const minted = await mint(node, platform)
    const buyer = await signerOf('buyer')
    const { address: reference } = await signerOf('payment')
    const sale = await signTransaction({
      payer,
      instructions: await transferNft({ payer, owner: minted.owner, to: buyer.address, mint: minted.mint, reference }),
      lifetime: { nonce: await platform.nonce() },
    })
    await send(node, sale)

    const held = async (owner: typeof buyer.address, filter: object) => {
      const { value } = await node.rpc
        .getTokenAccountsByOwner(owner, filter as { mint: typeof owner }, PROCESSED)
        .send()
      return value.map(({ pubkey }) => pubkey)
    }
    const token = await findTokenAccount(minted.mint, buyer.address)
    expect(await held(buyer.address, { programId: TOKEN_2022_PROGRAM_ADDRESS })).toEqual([token])
    expect(await held(buyer.address, { mint: minted.mint })).toEqual([token])
    expect(await held(minted.owner.address, { programId: TOKEN_2022_PROGRAM_ADDRESS })).toEqual([])
    // A caller that asks for confirmed state is told the owner of before.
    const { value } = await node.rpc.getTokenAccountsByOwner(minted.owner.address, { mint: minted.mint }, BASE64).send()
    expect(value.map(({ pubkey }) => pubkey)).toEqual([await findTokenAccount(minted.mint, minted.owner.address)])
    node.passSlots(32)
    const old = await findTokenAccount(minted.mint, minted.owner.address)
    const { value: accounts } = await node.rpc.getMultipleAccounts([token, old], BASE64).send()
    expect(accounts[1]).toBeNull()
    const [account] = accounts
    const data = Buffer.from(account?.data[0] ?? '', 'base64')
    const rest = { address: token, executable: false, lamports: account?.lamports ?? lamports(0n), space: 170n }
    expect(readHolding({ ...rest, data, programAddress: account?.owner ?? token })).toMatchObject({
      owner: buyer.address,
      amount: 1n,
    })

    const signatures = await node.rpc.getSignaturesForAddress(minted.mint).send()
    expect(signatures.map(({ signature }) => signature)).toEqual([sale.signature, minted.signature])
    expect(signatures[0]?.memo).toBe(`[${reference.length}] ${reference}`)
    const after = await node.rpc.getSignaturesForAddress(minted.mint, { until: minted.signature }).send()
    expect(after.map(({ signature }) => signature)).toEqual([sale.signature])
    const before = await node.rpc.getSignaturesForAddress(minted.mint, { before: sale.signature, limit: 1 }).send()
    expect(before.map(({ signature }) => signature)).toEqual([minted.signature])

    const told = await node.rpc
      .getTransaction(sale.signature, { encoding: 'json', maxSupportedTransactionVersion: 0 })
      .send()
    expect(told?.meta).toMatchObject({ err: null, fee: 10_000n })
    expect(told?.meta?.preTokenBalances?.map(({ owner }) => owner)).toEqual([minted.owner.address])
    expect(told?.meta?.postTokenBalances).toMatchObject([{ owner: buyer.address, mint: minted.mint }])
    expect(told?.transaction.message.accountKeys).toContain(token)
    expect(told?.transaction.signatures[0]).toBe(sale.signature)
    const raw = await node.rpc
      .getTransaction(sale.signature, { encoding: 'base64', maxSupportedTransactionVersion: 0 })
      .send()
    expect(raw?.transaction[0]).toBe(Buffer.from(sale.raw).toString('base64'))
  })

  test('takes a blockhash for 150 slots', async () => {
    const node = await startNode()
    const { payer } = await deploy(node)
    const { address: destination } = await signerOf('wallet')
    const transfer = (amount: bigint) =>
      signRecent(node, payer, [getTransferSolInstruction({ source: payer, destination, amount })])
    const [late, tooLate] = [await transfer(1_000_000n), await transfer(1_000_001n)]
    node.passSlots(150)
    await send(node, late)
    node.passSlots(1)
    await expect(send(node, tooLate)).rejects.toMatchObject({ cause: { message: expect.stringMatching(/blockhash/i) } })
    // Without a look beforehand the network says nothing, and nothing happens.
    expect(await send(node, tooLate, { skipPreflight: true })).toBe(tooLate.signature)
    expect(await statusOf(node, tooLate.signature)).toBeNull()
  })

  test('takes the blockhash of the slot it has started in', async () => {
    const folder = temporaryFolder()
    const { payer } = await deploy(await startNode({ folder }))
    for (const each of [{ firstSlots: 0 }, { folder, firstSlots: 0 }]) {
      const node = await startNode(each)
      await node.rpc.requestAirdrop(payer.address, lamports(1_000_000_000n)).send()
      const { address: destination } = await signerOf('wallet')
      const transfer = getTransferSolInstruction({ source: payer, destination, amount: 1_000_000n })
      const transaction = await signRecent(node, payer, [transfer])
      node.passSlots(1)
      await send(node, transaction)
    }
  })

  test('lets the same bytes land once', async () => {
    const node = await startNode()
    const { payer } = await deploy(node)
    const { address: destination } = await signerOf('wallet')
    const amount = 1_000_000n
    const transaction = await signRecent(node, payer, [
      getTransferSolInstruction({ source: payer, destination, amount }),
    ])
    await send(node, transaction)
    await expect(send(node, transaction)).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/already/i) },
    })
    await send(node, transaction, { skipPreflight: true })
    expect((await node.rpc.getBalance(destination, { commitment: 'processed' }).send()).value).toBe(amount)
  })

  test('moves a nonce on also when its transaction fails, and charges for it once', async () => {
    const node = await startNode()
    const platform = await deploy(node)
    const { payer } = platform
    const { mint: nft } = await mint(node, platform)
    const stranger = await signerOf('stranger')
    const nonce = await platform.nonce()
    const failing = await signTransaction({
      payer,
      instructions: await transferNft({ payer, owner: stranger, to: payer.address, mint: nft, reference: 'none' }),
      lifetime: { nonce },
    })
    await expect(send(node, failing)).rejects.toThrow()
    expect((await platform.nonce()).value).toBe(nonce.value)
    const balance = async () => (await node.rpc.getBalance(payer.address, { commitment: 'processed' }).send()).value
    const before = await balance()
    await send(node, failing, { skipPreflight: true })
    expect((await platform.nonce()).value).not.toBe(nonce.value)
    expect(await statusOf(node, failing.signature)).toMatchObject({
      err: { InstructionError: [3n, expect.anything()] },
    })
    node.passSlots(10)
    await send(node, failing, { skipPreflight: true })
    expect(before - (await balance())).toBe(10_000n)
  })

  test('says what a transaction would do, without doing it', async () => {
    const node = await startNode()
    const { payer } = await deploy(node)
    const { address: destination } = await signerOf('wallet')
    const amount = 1_000_000n
    const { raw } = await signRecent(node, payer, [getTransferSolInstruction({ source: payer, destination, amount })])
    const wire = Buffer.from(raw).toString('base64') as Parameters<typeof node.rpc.simulateTransaction>[0]
    const { value } = await node.rpc.simulateTransaction(wire as never, BASE64).send()
    expect(value).toMatchObject({ err: null, unitsConsumed: 150n })
    node.passSlots(200)
    expect((await node.rpc.simulateTransaction(wire as never, BASE64).send()).value.err).toBe('BlockhashNotFound')
    const replaced = { ...BASE64, replaceRecentBlockhash: true } as const
    expect((await node.rpc.simulateTransaction(wire as never, replaced).send()).value.err).toBeNull()
    expect((await node.rpc.getBalance(destination, { commitment: 'processed' }).send()).value).toBe(0n)
  })
})
