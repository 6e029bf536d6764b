import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { expect, test, vi } from 'vitest'
import type { Nft } from '../../../../test/build-nft.ts'
import {
  buildCollector,
  buildMint,
  buildPaidSale,
  getListing,
  getNft,
  readOwner,
} from '../../../../test/build-token.ts'
import { callNode } from '../../../../test/chain.ts'
import { setRoleAs } from '../../../../test/send-as.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { CustodyContext } from '../../outcomes.ts'
import { inTransaction } from '../../../db/client.ts'
import { withdrawNft } from '../../../catalogue/withdrawals/withdraw-nft.ts'
import { ROLES } from '../change-roles.ts'
import { runSender } from '../../chains/run-sender.ts'
import { readOn } from '../../../../test/on-chain.ts'

const t = useTestApp()
const polygon = () => t.ctx.chains.POLYGON

const setRole = (isGiven: boolean): Promise<void> =>
  setRoleAs(polygon(), privateKeyToAccount(t.keys.ownerKey), {
    account: polygon().settler.address,
    role: 'settler',
    isGiven,
  })

/** A minute of the worker's rounds. @returns the lines it logged */
async function passMinute(ctx: CustodyContext): Promise<number> {
  const logs = (['info', 'warn', 'error'] as const).map((level) =>
    vi.spyOn(t.ctx.log, level).mockImplementation(() => undefined),
  )
  for (let round = 0; round < 40; round++) {
    await runSender(ctx, 'POLYGON').catch((error: Error) => ctx.log.warn({ error: error.message }, 'a sweep failed'))
    if (round % 10 === 0) {
      await callNode(polygon().rpcUrl, 'evm_mine')
      while (await readOn(ctx, 'POLYGON'));
    }
    t.clock.advance(1_500)
  }
  const lines = logs.reduce((sum, log) => sum + log.mock.calls.length, 0)
  for (const log of logs) log.mockRestore()
  return lines
}

async function countSignatures(kind: 'LISTING' | 'WITHDRAWAL', causes: string[]): Promise<number> {
  const rows = t.ctx.db.selectFrom('custody_signatures').select('id').where('kind', '=', kind)
  return (await rows.where('cause_id', 'in', causes).execute()).length
}

async function buildTokens(count: number) {
  const [seller, buyer] = [await buildCollector(t), await buildCollector(t)]
  const nfts: Nft[] = []
  for (let index = 0; index < count; index++) nfts.push(await buildMint(t, { creator: seller }))
  await t.runJobs()
  return { seller, buyer, nfts: await Promise.all(nfts.map(({ id }) => getNft(t, id))) }
}

async function sell(nfts: Nft[], buyer: { id: string }): Promise<string[]> {
  const listings: string[] = []
  for (const nft of nfts) listings.push((await buildPaidSale(t, { nft, buyer })).listingId)
  return listings
}

test('without the role nothing is signed for sales, withdrawals go on, and all settles when the role is back', async () => {
  const { seller, buyer, nfts } = await buildTokens(4)
  const [leaving, ...sold] = nfts as [Nft, ...Nft[]]
  await setRole(false)
  const listings = await sell(sold, buyer)
  const to = privateKeyToAddress(generatePrivateKey())
  const withdrawal = { userId: seller.id, nftId: leaving.id, to }
  const { intentId } = await inTransaction(t.ctx.db, (tx) => withdrawNft(t.ctx, tx, withdrawal))
  expect(await passMinute(t.ctx)).toBeLessThan(20)
  expect(await countSignatures('LISTING', listings)).toBe(0)
  expect(await readOwner(t, leaving)).toBe(to)
  expect(await countSignatures('WITHDRAWAL', [intentId])).toBe(1)
  for (const id of listings) expect(await getListing(t, id)).toMatchObject({ status: 'PAID' })

  await setRole(true)
  t.clock.advance(60_000)
  await t.runJobs()
  for (const id of listings) expect(await getListing(t, id)).toMatchObject({ status: 'SOLD' })
  expect(await countSignatures('LISTING', listings)).toBe(listings.length)
})

test('a role that is taken just after it was looked for costs one signature an attempt, and fewer attempts each time', async () => {
  const { buyer, nfts } = await buildTokens(2)
  await setRole(false)
  const listings = await sell(nfts, buyer)
  const { client } = polygon()
  const readContract = async (call: { functionName: string }) =>
    call.functionName === 'rolesOf' ? ROLES.settler : client.readContract(call as never)
  const late = { ...polygon(), client: { ...client, readContract } }
  const ctx = { ...t.ctx, chains: { ...t.ctx.chains, POLYGON: late as never } }
  expect(await passMinute(ctx)).toBeLessThan(20)
  expect(await countSignatures('LISTING', listings)).toBeLessThanOrEqual(8 * listings.length)
  await setRole(true)
  t.clock.advance(60_000)
  await t.runJobs()
  for (const id of listings) expect(await getListing(t, id)).toMatchObject({ status: 'SOLD' })
})

test('a withdrawal is sent while sales cannot even be looked at', async () => {
  const { seller, buyer, nfts } = await buildTokens(2)
  const [leaving, sold] = nfts as [Nft, Nft]
  await sell([sold], buyer)
  const { client } = polygon()
  const simulateContract = () => Promise.reject(new Error('boom'))
  const readContract = (call: { args?: unknown[] }) =>
    call.args?.[0] === BigInt(sold.token_id ?? 0) ? simulateContract() : client.readContract(call as never)
  const blind = { ...polygon(), client: { ...client, simulateContract, readContract } }
  const ctx = { ...t.ctx, chains: { ...t.ctx.chains, POLYGON: blind as never } }
  const to = privateKeyToAddress(generatePrivateKey())
  await inTransaction(t.ctx.db, (tx) => withdrawNft(t.ctx, tx, { userId: seller.id, nftId: leaving.id, to }))
  expect(await passMinute(ctx)).toBeLessThan(40)
  expect(await readOwner(t, leaving)).toBe(to)
  t.clock.advance(60_000)
  await t.runJobs()
})
