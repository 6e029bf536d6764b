import { expect, test } from 'vitest'
import { callNode } from '../../../test/chain.ts'
import { solanaProblem, useOwnSolana } from '../../../test/own-solana.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { throughAnswers } from '../../../test/through-node.ts'
import type { Context } from '../../context.ts'
import { SERVICE_CHECKS } from './service-checks.ts'

const t = useTestApp()
const own = useOwnSolana(t)
const run = (name: string, ctx: Context = t.ctx): Promise<string> =>
  (SERVICE_CHECKS.find((check) => check.name === name) ?? expect.fail(name)).run(ctx)

test('an account with which nothing new is begun is found, though it is not empty', async () => {
  const { rpcUrl, settler } = t.ctx.chains.ETH
  await callNode(rpcUrl, 'anvil_setBalance', [settler.address, '0x38d7ea4c68000'])
  await expect(run('chain ETH')).rejects.toThrow(/account is low.*settler 0\.001 \(wants 0\.\d+\)$/)
  await callNode(rpcUrl, 'anvil_setBalance', [settler.address, '0xd3c21bcecceda1000000'])
  expect(await run('chain ETH')).toContain('settler 1000000')
})

test.skipIf(solanaProblem)('so it is on Solana', async () => {
  expect(await run('chain SOL')).toMatch(
    /^slot \d+, minter \d+\.\d+ \(wants 0\.80*\), settler \d+\.\d+ \(wants 0\.210*\)$/,
  )
  const low = throughAnswers(t, own, ({ method }) =>
    method === 'getBalance' ? { result: { context: { slot: 1n }, value: 100_000_000n } } : undefined,
  )
  await expect(run('chain SOL', { ...t.ctx, chains: low.chains })).rejects.toThrow(
    /account is low.*minter 0\.10* \(wants 0\.80*\), settler 0\.10* \(wants 0\.210*\)$/,
  )
})
