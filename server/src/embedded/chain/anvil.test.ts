import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { StartupError } from '../../errors/startup-error.ts'
import { startAnvil } from './anvil.ts'
import { launchChild, silentLog as log, temporaryFolder, untilEnded } from '../launch-child.test-support.ts'

const HOLDER = '0x00000000000000000000000000000000000000aa'
const OTHER = '0x00000000000000000000000000000000000000bb'
const setBalance = [HOLDER, '0xde0b6b3a7640000']

test('puts a waiting transaction into a block by itself and tells of it, and makes none without', async () => {
  let mined = 0
  const anvil = await startAnvil({ chainId: 31_337, log, mineIntervalMs: 5, onMined: () => void (mined += 1) })
  expect(await anvil.request('eth_chainId')).toBe('0x7a69')
  expect(await anvil.request('eth_accounts')).toEqual([])
  await anvil.request('anvil_setBalance', setBalance)
  await anvil.request('anvil_impersonateAccount', [HOLDER])
  const hash = await anvil.request('eth_sendTransaction', [{ from: HOLDER, to: OTHER, value: '0x1' }])
  await expect.poll(() => anvil.request('eth_getTransactionReceipt', [hash]), { timeout: 60_000 }).not.toBeNull()
  expect(await anvil.request('eth_blockNumber')).toBe('0x1')
  await anvil.stop()
  expect(mined).toBe(1)
})

test('goes on where it was after a clean stop', async () => {
  using folder = temporaryFolder()
  const options = { chainId: 31_338, log, statePath: join(folder.path, 'eth.json') }
  const first = await startAnvil(options)
  await first.request('anvil_setBalance', setBalance)
  await first.mineNow()
  await first.stop()
  const second = await startAnvil(options)
  expect(await second.request('eth_getBalance', [HOLDER, 'latest'])).toBe('0xde0b6b3a7640000')
  expect(await second.request('eth_blockNumber')).toBe('0x1')
  await second.stop()
})

test('keeps its first block through many starts', async () => {
  using folder = temporaryFolder()
  const options = { chainId: 31_337, log, statePath: join(folder.path, 'polygon.json') }
  const genesis = new Set<string>()
  // Each start's own new block 0 has another hash only in another second.
  for (let start = 0; start < 4; start++) {
    const anvil = await startAnvil(options)
    genesis.add((await anvil.request<{ hash: string }>('eth_getBlockByNumber', ['0x0', false])).hash)
    await anvil.mineNow()
    await sleep(1_100)
    await anvil.stop()
  }
  expect(genesis.size).toBe(1)
})

test('ends when its parent is killed, and the next start has the last checkpoint', async () => {
  using folder = temporaryFolder()
  const statePath = join(folder.path, 'polygon.json')
  const parent = launchChild(`
    const { startAnvil } = await load('chain/anvil.ts')
    const anvil = await startAnvil({ chainId: 31337, log, statePath: ${JSON.stringify(statePath)} })
    await anvil.mineNow()
    await anvil.mineNow()
    await anvil.checkpoint()
    await anvil.mineNow()
    print(anvil.pid)
    setInterval(() => {}, 1000)
  `)
  const guard = await parent.nextLine<number>()
  await parent.kill()
  await untilEnded(guard)
  const next = await startAnvil({ chainId: 31_337, log, statePath })
  expect(await next.request('eth_blockNumber')).toBe('0x2')
  await next.stop()
})

test('refuses a damaged checkpoint and a port in use with one message', async () => {
  using folder = temporaryFolder()
  const statePath = join(folder.path, 'polygon.json')
  writeFileSync(statePath, '{"half":')
  await expect(startAnvil({ chainId: 31_337, log, statePath })).rejects.toThrow(StartupError)
  const first = await startAnvil({ chainId: 31_337, log })
  await expect(startAnvil({ chainId: 31_337, log, port: first.port })).rejects.toThrow('in use')
  await first.stop()
})
