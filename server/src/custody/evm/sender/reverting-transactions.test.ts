import { expect, test, vi } from 'vitest'
import { buildCollector, buildMint, getNft } from '../../../../test/build-token.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { CustodyContext } from '../../outcomes.ts'
import { findProblems } from '../../../health/find-problems.ts'
import { runSender } from '../../chains/run-sender.ts'
import { readOn } from '../../../../test/on-chain.ts'

const t = useTestApp()
const polygon = () => t.ctx.chains.POLYGON
/** An estimate that is too low: each transaction is taken into a block and reverts there. */
const tooLow = (): CustodyContext => {
  const client = { ...polygon().client, estimateGas: async () => 25_000n }
  return { ...t.ctx, chains: { ...t.ctx.chains, POLYGON: { ...polygon(), client } } } as never
}
const listSent = (nftId: string) =>
  t.ctx.db
    .selectFrom('chain_intents')
    .innerJoin('chain_transaction_intents as link', 'link.intent_id', 'chain_intents.id')
    .innerJoin('chain_transactions as sent', 'sent.id', 'link.transaction_id')
    .select(['sent.status', 'sent.is_success'])
    .where('chain_intents.nft_id', '=', nftId)
    .execute()
const findSenderProblem = async () => (await findProblems(t.ctx)).find(({ key }) => key === 'sender POLYGON MINT')

async function isAllMined(): Promise<boolean> {
  const { client, minter } = t.ctx.chains.POLYGON
  const count = (blockTag: 'latest' | 'pending') => client.getTransactionCount({ address: minter.address, blockTag })
  return (await count('latest')) === (await count('pending'))
}

async function passSeconds(ctx: CustodyContext, seconds: number, { step }: { step: number }): Promise<void> {
  for (let passed = 0; passed < seconds; passed += step) {
    await runSender(ctx, 'POLYGON')
    // The node mines by the wall clock: what it has is mined before the next minute, or it would be replaced as too cheap.
    await expect.poll(isAllMined, { timeout: 60_000 }).toBe(true)
    while (await readOn(ctx, 'POLYGON'));
    t.clock.advance(step * 1_000)
  }
}

test('what always reverts is sent more and more seldom, a person is told, and it goes on once it can', async () => {
  for (const level of ['warn', 'error'] as const) vi.spyOn(t.ctx.log, level).mockImplementation(() => undefined)
  const creator = await buildCollector(t)
  const nft = await buildMint(t, { creator })
  await passSeconds(tooLow(), 60, { step: 5 })
  const inFirstMinute = (await listSent(nft.id)).length
  expect(inFirstMinute).toBeGreaterThan(4)
  expect(await findSenderProblem()).toBeUndefined()
  await passSeconds(tooLow(), 1_740, { step: 60 })
  const sent = await listSent(nft.id)
  for (const { status, is_success } of sent)
    expect({ status, is_success }).toEqual({ status: 'MINED', is_success: false })
  // 10 seconds each would be 180 in half an hour.
  expect(sent.length).toBeLessThan(13)
  const told = await findSenderProblem()
  expect(told?.detail).toContain('its transactions have no effect')

  await passSeconds(t.ctx, 1_200, { step: 300 })
  expect((await getNft(t, nft.id)).mint_status).toBe('SUCCESSED')
  expect(await findSenderProblem()).toBeUndefined()
  vi.restoreAllMocks()
})
