import { afterEach, describe, expect, test } from 'vitest'
import {
  buildCollector,
  buildMint,
  buildPaidSale,
  buildToken,
  getIntents,
  getListing,
  getNft,
  readOwner,
} from '../../../test/build-token.ts'
import { buildOutsider, buildSolanaOutsider } from '../../../test/outsiders.ts'
import { solanaProblem, useOwnSolana } from '../../../test/own-solana.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { findMetadata } from '../../media/pinning/keep-pinned.ts'
import { NOBODY } from '../transfers/transfer.ts'
import { checkCustodyStep, getCustodyProgress } from './check-custody.ts'
import { checkOperatorFunds, findOperatorFunds } from './operator-funds.ts'
import { runSender } from './run-sender.ts'

const t = useTestApp()
useOwnSolana(t)
afterEach(() => {
  expect(t.ctx.failpoints.listArmed()).toEqual([])
})

const withdraw = (nft: { id: string }, by: { headers: Record<string, string> }, address: string) =>
  t.call('POST', `/api/nfts/${nft.id}/withdraw/`, { headers: by.headers, body: { address } })

/** Holds on every chain, with any adapter. */
describe.each([
  { chain: 'ETH' as const, problem: undefined },
  { chain: 'SOL' as const, problem: solanaProblem },
])('on $chain', ({ chain, problem }) => {
  test.skipIf(problem)('a work is minted, sold and withdrawn, each by one signature on record', async () => {
    const [creator, buyer] = [await buildCollector(t, { chain }), await buildCollector(t, { chain })]
    const outsider = await buildOutsider(t, chain)
    const nft = await buildToken(t, { creator, chain })
    expect(nft).toMatchObject({ mint_status: 'SUCCESSED', owner_address: creator.address, owned_by: creator.id })
    expect(await readOwner(t, nft)).toBe(creator.address)
    expect((await findMetadata(t.ctx, nft.metadata_cid ?? ''))?.metadata).toEqual(nft.metadata)

    const sale = await buildPaidSale(t, { nft, buyer })
    await t.runJobs()
    expect(await getListing(t, sale.listingId)).toMatchObject({ status: 'SOLD' })
    expect(await getNft(t, nft.id)).toMatchObject({ owner_address: buyer.address, owned_by: buyer.id })
    expect(await readOwner(t, nft)).toBe(buyer.address)

    const asked = await withdraw(nft, buyer, outsider.address)
    expect(asked).toMatchObject({ status: 201, body: { data: { address: outsider.address, status: 'WAITING' } } })
    await t.runJobs()
    const gone = { owner_address: outsider.address, owned_by: null, custody: 'OUTSIDE' }
    expect(await getNft(t, nft.id)).toMatchObject(gone)
    expect((await getIntents(t, nft.id)).map(({ kind, status }) => [kind, status])).toEqual([
      ['MINT', 'CONFIRMED'],
      ['SETTLE', 'CONFIRMED'],
      ['WITHDRAW', 'CONFIRMED'],
    ])
    const signed = t.ctx.db.selectFrom('custody_signatures').select('kind').where('chain', '=', chain).orderBy('id')
    const kinds = (await signed.execute()).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind !== 'MINT')).toEqual(['LISTING', 'WITHDRAWAL'])
  })

  test.skipIf(problem)('a token moves outside without us, and comes back to a member', async () => {
    const [owner, other] = [await buildCollector(t, { chain }), await buildCollector(t, { chain })]
    const [first, second] = [await buildOutsider(t, chain), await buildOutsider(t, chain)]
    const nft = await buildToken(t, { creator: owner, chain })
    await withdraw(nft, owner, first.address)
    await t.runJobs()
    await first.send(nft.token_id, second.address)
    await t.runJobs()
    expect(await getNft(t, nft.id)).toMatchObject({ owner_address: second.address, custody: 'OUTSIDE' })
    // Twice between two looks.
    await second.send(nft.token_id, first.address)
    await first.send(nft.token_id, other.address)
    await t.runJobs()
    expect(await getNft(t, nft.id)).toMatchObject({
      owner_address: other.address,
      owned_by: other.id,
      custody: 'HELD',
    })
    expect(await withdraw(nft, owner, first.address)).toMatchObject({ status: 403 })
  })

  test.skipIf(problem)('the custody check finds an owner that the chain does not have', async () => {
    const creator = await buildCollector(t, { chain })
    const nft = await buildToken(t, { creator, chain })
    const { address } = await buildOutsider(t, chain)
    const books = t.ctx.db.updateTable('nfts').where('id', '=', nft.id)
    await books.set({ owner_address: address }).execute()
    const found = async () => {
      for (let round = 0; round < 4; round++) {
        await t.runJobs()
        await checkCustodyStep(t.ctx, chain).catch(() => undefined)
      }
      return (await getCustodyProgress(t.ctx, chain)).lastRound?.mismatches
    }
    expect(await found()).toEqual([nft.id])
    await books.set({ owner_address: creator.address }).execute()
    expect(await found()).toEqual([])
  })

  test.skipIf(problem).each(['sender.after-sign', 'sender.after-broadcast', 'indexer.before-commit'] as const)(
    'a crash at %s is made good: a mint and a sale happen once',
    async (failpoint) => {
      const [creator, buyer] = [await buildCollector(t, { chain }), await buildCollector(t, { chain })]
      const nft = await buildMint(t, { creator, chain })
      t.ctx.failpoints.arm(failpoint)
      await t.runJobs({ failOnError: false })
      await t.runJobs()
      expect(await getNft(t, nft.id)).toMatchObject({ mint_status: 'SUCCESSED', owner_address: creator.address })
      const sale = await buildPaidSale(t, { nft: await getNft(t, nft.id), buyer })
      t.ctx.failpoints.arm(failpoint)
      await t.runJobs({ failOnError: false })
      await t.runJobs()
      expect(await getListing(t, sale.listingId)).toMatchObject({ status: 'SOLD' })
      const moves = t.ctx.db.selectFrom('chain_transfers').selectAll().where('token_id', '=', nft.token_id)
      expect(await moves.execute()).toHaveLength(2)
    },
  )

  test.skipIf(problem)('two workers at once send nothing twice', async () => {
    const creator = await buildCollector(t, { chain })
    const nfts = []
    for (let count = 0; count < 3; count++) nfts.push(await buildMint(t, { creator, chain }))
    const second = { ...t.ctx, chains: { ...t.ctx.chains } }
    await Promise.all([runSender(t.ctx, chain), runSender(second, chain)])
    await t.runJobs()
    for (const nft of nfts) expect(await getNft(t, nft.id)).toMatchObject({ mint_status: 'SUCCESSED' })
    const links = t.ctx.db
      .selectFrom('chain_transaction_intents as link')
      .innerJoin('chain_intents', 'chain_intents.id', 'link.intent_id')
      .select('link.intent_id')
      .where(
        'chain_intents.nft_id',
        'in',
        nfts.map(({ id }) => id),
      )
    expect(await links.execute()).toHaveLength(nfts.length)
  })

  test.skipIf(problem)('the funds of the platform are known', async () => {
    await checkOperatorFunds(t.ctx, chain)
    expect(await findOperatorFunds(t.ctx.db, chain)).toMatchObject({ isLow: false })
  })
})

test.skipIf(solanaProblem)(
  'on Solana an NFT is sent to wallets alone, and what else an address is stands beside it',
  async () => {
    const chain = 'SOL'
    const owner = await buildCollector(t, { chain })
    const nft = await buildToken(t, { creator: owner, chain })
    const { findTokenAccount } = await import('@verso/solana/token-address')
    const mint = nft.token_id as Parameters<typeof findTokenAccount>[0]
    const holder = await findTokenAccount(mint, owner.address as typeof mint)
    const { address: unused } = await buildOutsider(t, chain)
    const offCurve = await findTokenAccount(mint, unused as typeof mint)
    const problems = [
      ['0x52908400098527886E0F7030069857D2E4169EE7', 'This is an address on Ethereum and Polygon, not on Solana'],
      ['0OIl', 'An address on Solana has letters and digits, without 0, O, I and l'],
      [unused.slice(4), 'An address on Solana has 32 to 44 characters: please check it'],
      [holder, 'This is an account for tokens, not a wallet: give the address of the wallet that it belongs to'],
      [mint, 'This address belongs to a program, not to a wallet'],
      [offCurve, 'This address belongs to a program: no key could move what is sent there'],
    ] as const
    for (const [address, message] of problems) {
      const answer = await withdraw(nft, owner, address)
      expect({ address, ...answer }).toMatchObject({ address, status: 400, body: { errors: [{ address: [message] }] } })
    }
    expect(await withdraw(nft, owner, unused)).toMatchObject({ status: 201 })
    await t.runJobs()
    expect(await readOwner(t, nft)).toBe(unused)
  },
)

test.skipIf(solanaProblem)('on Solana a token that its owner outside burns has no owner', async () => {
  const chain = 'SOL'
  const owner = await buildCollector(t, { chain })
  const outsider = await buildSolanaOutsider(t)
  const nft = await buildToken(t, { creator: owner, chain })
  expect(await withdraw(nft, owner, outsider.address)).toMatchObject({ status: 201 })
  await t.runJobs()
  await outsider.burn(nft.token_id)
  await t.runJobs()
  expect(await getNft(t, nft.id)).toMatchObject({ owner_address: NOBODY.SOL, owned_by: null, custody: 'OUTSIDE' })
  await checkCustodyStep(t.ctx, chain)
})
