import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  buildCollector,
  buildMint,
  buildPaidSale,
  getIntents,
  getListing,
  getNft,
  readOwner,
} from '../../../../test/build-token.ts'
import { buildOutsider } from '../../../../test/outsiders.ts'
import { solanaProblem, useOwnSolana } from '../../../../test/own-solana.ts'
import { runJobs } from '../../../../test/run-jobs.ts'
import { solanaClocks } from '../../../../test/solana-slots.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { connectChains } from '../../chains/connect-chains.ts'
import { readSettings } from '../../../config/read-settings.ts'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../db/client.ts'
import { createWalletAddressSweep } from '../../wallets/create-wallet-address.ts'
import { withdrawNft } from '../../../catalogue/withdrawals/withdraw-nft.ts'
import { StartupError } from '../../../errors/startup-error.ts'
import { startSigner } from './start-signer.ts'

const t = useTestApp()
const own = useOwnSolana(t)
const SECRET = 's'.repeat(40)
let signer: Awaited<ReturnType<typeof startSigner>>
/** A product that has another key than the seed's, and asks the signer. */
let apart: { ctx: Context; runJobs(): Promise<unknown> }

const settings = (env: Record<string, string> = {}) =>
  readSettings({
    ROLE: 'signer',
    DATABASE_URL: t.ctx.config.database.url,
    WALLET_KEK: t.ctx.config.walletKek,
    SIGNER_SECRET: SECRET,
    SIGNER_PORT: '0',
    LOG_LEVEL: 'silent',
    ...env,
  })

const ask = (path: string, body: unknown, secret = SECRET) =>
  fetch(signer.origin + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
    body: JSON.stringify(body),
  })

beforeEach(async () => {
  signer = await startSigner(settings())
  const solana = solanaProblem ? undefined : { rpcUrl: own.rpcUrl(), collection: undefined, isEmbedded: true }
  const config = { ...t.ctx.config, walletKek: 'a'.repeat(40), signer: { url: signer.origin, secret: SECRET }, solana }
  const ctx = { ...t.ctx, config, chains: await connectChains({ ...t.ctx, config }) }
  if (ctx.chains.SOL) solanaClocks.set(ctx.chains.SOL, own)
  apart = { ctx, runJobs: () => runJobs(ctx) }
})
afterEach(() => signer.stop())

test('wallets, sales and withdrawals go through a signer of its own process, which alone opens the seed', async () => {
  const [seller, buyer] = [await buildCollector(t), await buildCollector(t)]
  const minted = await buildMint(apart, { creator: seller })
  await apart.runJobs()
  const nft = await getNft(t, minted.id)
  const { listingId } = await buildPaidSale(apart, { nft, buyer })
  await apart.runJobs()
  expect(await getListing(t, listingId)).toMatchObject({ status: 'SOLD' })
  const outside = privateKeyToAddress(generatePrivateKey())
  await inTransaction(t.ctx.db, (tx) => withdrawNft(apart.ctx, tx, { userId: buyer.id, nftId: nft.id, to: outside }))
  await apart.runJobs()
  expect(await readOwner(t, nft)).toBe(outside)
  const signatures = t.ctx.db.selectFrom('custody_signatures').select(['kind', 'signer']).orderBy('created_at')
  expect(await signatures.execute()).toEqual([
    { kind: 'LISTING', signer: seller.address },
    { kind: 'WITHDRAWAL', signer: buyer.address },
  ])
})

test.skipIf(solanaProblem)('on Solana mints too, since the key of the collection is of the seed', async () => {
  const chain = 'SOL'
  const [seller, buyer] = [await buildCollector(t, { chain }), await buildCollector(t, { chain })]
  const minted = await buildMint(apart, { creator: seller, chain })
  await apart.runJobs()
  const nft = await getNft(t, minted.id)
  const { listingId } = await buildPaidSale(apart, { nft, buyer })
  await apart.runJobs()
  expect(await getListing(t, listingId)).toMatchObject({ status: 'SOLD' })
  const { address: to } = await buildOutsider(t, chain)
  await inTransaction(t.ctx.db, (tx) => withdrawNft(apart.ctx, tx, { userId: buyer.id, nftId: nft.id, to }))
  await apart.runJobs()
  expect(await readOwner(t, nft)).toBe(to)
  const signatures = t.ctx.db.selectFrom('custody_signatures').select(['kind', 'signer']).where('chain', '=', chain)
  const authority = t.ctx.chains.SOL?.authority
  expect(await signatures.orderBy('created_at').execute()).toEqual([
    { kind: 'MINT', signer: authority },
    { kind: 'LISTING', signer: seller.address },
    { kind: 'WITHDRAWAL', signer: buyer.address },
  ])
  // An intent that is done is not signed again, with any payer and any nonce; nor as another kind.
  const payer = apart.ctx.chains.SOL?.minter.address
  const nonce = { account: payer, value: payer }
  for (const { id: intentId, kind } of await getIntents(t, nft.id)) {
    for (const asked of [kind, kind === 'MINT' ? 'SETTLE' : 'MINT']) {
      const answer = await ask('/solana', { intentId, kind: asked, payer, nonce, rent: { base: '1', perByte: '1' } })
      expect(await answer.json()).toEqual({ answer: { refused: expect.stringMatching(/^no .* matches this$/) } })
    }
  }
})

test('it gives a wallet the address that the same seed gives here', async () => {
  const member = await buildCollector(t)
  await t.ctx.db
    .updateTable('wallets')
    .set({ public_address: null, due_at: t.clock.now() })
    .where('user_id', '=', member.id)
    .execute()
  await createWalletAddressSweep.run(apart.ctx)
  const wallet = t.ctx.db.selectFrom('wallets').select('public_address').where('user_id', '=', member.id)
  expect(await wallet.executeTakeFirstOrThrow()).toEqual({ public_address: member.address })
})

test('it signs what its own look at the database says, for those who know the secret', async () => {
  const nobody = `0x${'11'.repeat(20)}`
  const expiry = String(Math.floor(t.clock.now().getTime() / 1_000) + 600)
  const numbers = { tokenId: '1', expiry, version: '0', epoch: '0' }
  const withdrawal = { ...numbers, intentId: t.ctx.random.id(), owner: nobody, to: nobody }
  const unasked = await ask('/withdrawals', { chain: 'POLYGON', request: withdrawal })
  expect(await unasked.json()).toEqual({ answer: { refused: 'no waiting withdrawal matches this' } })
  const listing = { ...numbers, listingId: t.ctx.random.id(), seller: nobody, buyer: nobody, priceCents: 1 }
  const unpaid = await ask('/listings', { chain: 'POLYGON', requests: [listing] })
  expect(await unpaid.json()).toEqual({ answers: [{ refused: 'no paid sale matches this listing' }] })
  expect((await ask('/addresses', { walletId: t.ctx.random.id() }, 'wrong')).status).toBe(401)
  expect((await ask('/addresses', { walletId: 'none' })).status).toBe(400)
  expect((await ask('/seed', {})).status).toBe(404)
})

test('a signer with the wrong key or without its settings does not start', async () => {
  await expect(startSigner(settings({ WALLET_KEK: 'w'.repeat(40) }))).rejects.toThrow(StartupError)
  await expect(startSigner(readSettings({ ROLE: 'signer' }))).rejects.toThrow('needs DATABASE_URL')
  expect(() => readSettings({ SIGNER_URL: 'http://127.0.0.1:3004' })).toThrow('SIGNER_URL needs SIGNER_SECRET')
})
