import { expect, test } from 'vitest'
import {
  buildCollector,
  buildMint,
  buildPaidSale,
  buildToken,
  getIntents,
  getListing,
  getNft,
  readOwner,
} from '../../../../test/build-token.ts'
import { buildSolanaOutsider } from '../../../../test/outsiders.ts'
import { solanaProblem, useOwnSolana } from '../../../../test/own-solana.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { throughAnswers } from '../../../../test/through-node.ts'
import { withdrawNft } from '../../../catalogue/withdrawals/withdraw-nft.ts'
import { inTransaction } from '../../../db/client.ts'
import { solanaAdapters } from '../../chains/adapter-of.ts'
import { runSender } from '../../chains/run-sender.ts'
import { openPayer } from '../payer-key.ts'
import { solanaAdapter } from '../solana-adapter.ts'

const t = useTestApp()
const own = useOwnSolana(t)
const chain = 'SOL'
/** That of the tokens. The address itself does not tell that it is one. */
const A_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'

test.skipIf(solanaProblem)(
  'after a change of MINTER_KEY a mint says what has to be done before it is sent',
  async () => {
    const { SOL } = t.ctx.chains
    if (!SOL) throw new Error('this test has no Solana')
    const minter = await openPayer(`0x${'7'.repeat(64)}`)
    const connection = { ...SOL, minter }
    solanaAdapters.set(connection, solanaAdapter(connection))
    const ctx = { ...t.ctx, chains: { ...t.ctx.chains, SOL: connection } }
    const nft = await buildMint(t, { creator: await buildCollector(t, { chain }), chain })
    await runSender(ctx, chain)
    const [intent] = await getIntents(t, nft.id)
    expect(intent).toMatchObject({ status: 'WAITING', attempts: 1 })
    expect(intent?.error).toContain('npm run chain:deploy -- --chain SOL')
  },
)

test.skipIf(solanaProblem)(
  'no mint pays a rent that no network has, and one that was right again is believed',
  async () => {
    let times = 100n
    const ctx = throughAnswers(t, own, ({ method, params: [bytes] }) =>
      method === 'getMinimumBalanceForRentExemption' ? { result: (128n + BigInt(bytes)) * 6_960n * times } : undefined,
    )
    const nft = await buildMint(t, { creator: await buildCollector(t, { chain }), chain })
    await runSender(ctx, chain)
    const [intent] = await getIntents(t, nft.id)
    expect(intent).toMatchObject({ status: 'WAITING', attempts: 1, error: expect.stringContaining('too much') })
    times = 1n
    t.clock.advance(60_000)
    await runSender(ctx, chain)
    expect((await getIntents(t, nft.id))[0]).toMatchObject({ status: 'SENT' })
    await t.runJobs()
  },
)

test.skipIf(solanaProblem)(
  'a token that came back into another account than the usual one is sold, and withdrawn',
  async () => {
    const [seller, buyer] = [await buildCollector(t, { chain }), await buildCollector(t, { chain })]
    const outsider = await buildSolanaOutsider(t)
    const withdraw = (nft: { id: string }, { headers }: typeof seller) =>
      t.call('POST', `/api/nfts/${nft.id}/withdraw/`, { headers, body: { address: outsider.address } })
    const nft = await buildToken(t, { creator: seller, chain })
    await withdraw(nft, seller)
    await t.runJobs()
    await outsider.sendAside(nft.token_id, seller.address)
    await t.runJobs()
    expect(await getNft(t, nft.id)).toMatchObject({ owned_by: seller.id, custody: 'HELD' })
    const sale = await buildPaidSale(t, { nft: await getNft(t, nft.id), buyer })
    await t.runJobs()
    expect(await getListing(t, sale.listingId)).toMatchObject({ status: 'SOLD' })
    expect(await readOwner(t, nft)).toBe(buyer.address)
    await withdraw(nft, buyer)
    await t.runJobs()
    await outsider.sendAside(nft.token_id, buyer.address)
    await t.runJobs()
    expect(await withdraw(nft, buyer)).toMatchObject({ status: 201 })
    await t.runJobs()
    expect(await readOwner(t, nft)).toBe(outsider.address)
  },
)

test.skipIf(solanaProblem)(
  'a receiver that could not be looked up at the request is looked up before it is sent to',
  async () => {
    const owner = await buildCollector(t, { chain })
    const nft = await buildToken(t, { creator: owner, chain })
    const ask = { userId: owner.id, nftId: nft.id, to: A_PROGRAM }
    await inTransaction(t.ctx.db, (tx) => withdrawNft(t.ctx, tx, ask))
    const silent = throughAnswers(t, own, ({ method, params: [address] }) =>
      method === 'getAccountInfo' && address === A_PROGRAM
        ? { error: { code: -32005, message: 'Too many requests' } }
        : undefined,
    )
    const findLast = async () => (await getIntents(t, nft.id)).at(-1)
    await runSender(silent, chain)
    expect(await findLast()).toMatchObject({
      status: 'WAITING',
      attempts: 1,
      error: expect.stringContaining('receiver'),
    })
    t.clock.advance(60_000)
    await t.runJobs()
    const error = 'This address belongs to a program, not to a wallet'
    expect(await findLast()).toMatchObject({ kind: 'WITHDRAW', status: 'FAILED', error })
    expect(await readOwner(t, nft)).toBe(owner.address)
  },
)
