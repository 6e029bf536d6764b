import type { Address, Base64EncodedWireTransaction } from '@solana/kit'
import { signTransaction } from '@verso/solana/sign-transaction'
import { expect, test, vi } from 'vitest'
import { closeNonce } from '../../../../solana/test/close-nonce.ts'
import {
  buildCollector,
  buildPaidSale,
  buildToken,
  getIntents,
  getListing,
  readOwner,
} from '../../../test/build-token.ts'
import { solanaProblem, useOwnSolana } from '../../../test/own-solana.ts'
import { passSlots } from '../../../test/solana-slots.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { throughAnswers } from '../../../test/through-node.ts'
import { adapterOf } from '../chains/adapter-of.ts'
import { runSender } from '../chains/run-sender.ts'

const t = useTestApp()
const own = useOwnSolana(t)
const chain = 'SOL'
const UNTIL_FINAL = 40

/** A paid sale, sent to a node that lost it. */
async function buildLostSale() {
  const [seller, buyer] = [await buildCollector(t, { chain }), await buildCollector(t, { chain })]
  const nft = await buildToken(t, { creator: seller, chain })
  const sale = await buildPaidSale(t, { nft, buyer })
  const losing = throughAnswers(t, own, ({ method }) => (method === 'sendTransaction' ? { result: 'lost' } : undefined))
  await runSender(losing, chain)
  const sent = t.ctx.db.selectFrom('chain_transactions').selectAll().where('chain', '=', chain)
  const { nonce_account } = await sent.where('status', '=', 'SENT').executeTakeFirstOrThrow()
  return { nft, buyer, sale, losing, account: nonce_account as Address }
}

/** The account's lamports go back to the settler. */
async function close(account: Address): Promise<void> {
  const { rpc, settler } = t.ctx.chains.SOL ?? never()
  const { value: lifetime } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send()
  const { value: balance } = await rpc.getBalance(account, { commitment: 'confirmed' }).send()
  const instructions = [closeNonce(account, settler, balance)]
  const { raw } = await signTransaction({ payer: settler, instructions, lifetime })
  const wire = Buffer.from(raw).toString('base64') as Base64EncodedWireTransaction
  await rpc.sendTransaction(wire, { encoding: 'base64', preflightCommitment: 'confirmed' }).send()
}

const never = (): never => {
  throw new Error('this test has no Solana')
}

test.skipIf(solanaProblem)(
  'a sale whose nonce account was closed before it landed is carried out all the same',
  async () => {
    const warn = vi.spyOn(t.ctx.log, 'warn').mockImplementation(() => undefined)
    const { nft, buyer, sale, losing, account } = await buildLostSale()
    await close(account)
    passSlots(t.ctx, 2)
    await adapterOf(losing, chain).follow(losing)
    expect((await getIntents(t, nft.id)).at(-1)).toMatchObject({ kind: 'SETTLE', status: 'SENT' })
    passSlots(t.ctx, UNTIL_FINAL)
    await t.runJobs()
    expect(await getListing(t, sale.listingId)).toMatchObject({ status: 'SOLD' })
    expect(await readOwner(t, nft)).toBe(buyer.address)
    expect(warn).toHaveBeenCalledWith(expect.anything(), expect.stringContaining('its intent is sent again'))
  },
)

test.skipIf(solanaProblem)('a node that does not know the nonce account yet leaves a sale as it is', async () => {
  const { nft, buyer } = await buildLostSale()
  const behind = throughAnswers(t, own, ({ method, params: [addresses] }) =>
    method === 'getMultipleAccounts'
      ? { result: { context: { slot: 1n }, value: [...addresses].map(() => null) } }
      : undefined,
  )
  passSlots(t.ctx, UNTIL_FINAL)
  await adapterOf(behind, chain).follow(behind)
  expect((await getIntents(t, nft.id)).at(-1)).toMatchObject({ kind: 'SETTLE', status: 'SENT' })
  t.clock.advance(120_000)
  await t.runJobs()
  expect(await readOwner(t, nft)).toBe(buyer.address)
})
