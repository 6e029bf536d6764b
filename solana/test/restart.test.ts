import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getTransferSolInstruction } from '@solana-program/system'
import { lamports, type Address, type KeyPairSigner, type Signature } from '@solana/kit'
import { describe, expect, test } from 'vitest'
import { signTransaction } from '../src/sign-transaction.ts'
import { deploy, type Node, send, signRecent, startNode, temporaryFolder } from './node.ts'
import { serve } from './serving.ts'
import { signerOf, vmProblem } from './vm.ts'

const ROUNDS = Number(process.env.TORTURE_ROUNDS ?? 1)
const KILLS = 3 * ROUNDS
const KILLS_TIMEOUT_MS = 90_000 * ROUNDS
const AMOUNT = 1_000_000n

const balanceOf = async ({ rpc }: Pick<Node, 'rpc'>, address: Address) =>
  (await rpc.getBalance(address, { commitment: 'processed' }).send()).value

const transferTo = (destination: Address, source: KeyPairSigner, amount = AMOUNT) => [
  getTransferSolInstruction({ source, destination, amount }),
]

describe.skipIf(vmProblem)('a chain', () => {
  test('goes on where it was after a stop', async () => {
    const folder = temporaryFolder()
    const { address: wallet } = await signerOf('wallet')
    const first = await startNode({ folder })
    const { payer } = await deploy(first)
    const signature = await send(first, await signRecent(first, payer, transferTo(wallet, payer)))
    const genesis = await first.rpc.getGenesisHash().send()
    const slot = await first.rpc.getSlot({ commitment: 'processed' }).send()
    await first.stop()

    const second = await startNode({ folder })
    expect(await second.rpc.getGenesisHash().send()).toBe(genesis)
    expect(await balanceOf(second, wallet)).toBe(AMOUNT)
    expect(await second.rpc.getSlot({ commitment: 'processed' }).send()).toBeGreaterThanOrEqual(slot)
    const { value: statuses } = await second.rpc.getSignatureStatuses([signature]).send()
    expect(statuses[0]).toMatchObject({ err: null })
  })

  test('runs again what its last checkpoint lacks: same signatures, slots, effects and nonces', async () => {
    const folder = temporaryFolder()
    const first = await startNode({ folder })
    const checkpoint = readFileSync(join(folder, 'checkpoint'))
    const platform = await deploy(first)
    const { payer } = platform
    const { address: wallet } = await signerOf('wallet')
    const stranger = await signerOf('stranger')
    first.passSlots(200)
    await send(first, await signRecent(first, payer, transferTo(wallet, payer)))
    first.passSlots(3)
    // One that fails is in the chain, too.
    const lifetime = { nonce: await platform.nonce() }
    const failing = await signTransaction({ payer, instructions: transferTo(wallet, stranger), lifetime })
    await send(first, failing, { skipPreflight: true })
    first.passSlots(3)
    const bytes = await signTransaction({
      payer,
      instructions: transferTo(wallet, payer, 5n),
      lifetime: { nonce: await platform.nonce() },
    })
    const tell = async ({ rpc }: Pick<Node, 'rpc'>) => {
      const signatures = await rpc.getSignaturesForAddress(payer.address, { limit: 100 }).send()
      return {
        signatures: signatures.map(({ signature, slot, err, blockTime }) => ({ signature, slot, err, blockTime })),
        balances: [await balanceOf({ rpc }, payer.address), await balanceOf({ rpc }, wallet)],
      }
    }
    first.passSlots(40)
    const before = await tell(first)
    expect(before.signatures).toHaveLength(5)
    await first.stop()

    writeFileSync(join(folder, 'checkpoint'), checkpoint)
    // Half a line, of which no caller was told.
    appendFileSync(join(folder, 'journal.jsonl'), '{"raw":"AQ')
    const second = await startNode({ folder })
    second.passSlots(1_000)
    expect(await tell(second)).toEqual(before)
    // A transaction signed before the restart is good after it.
    await send(second, bytes)
    expect(await balanceOf(second, wallet)).toBe(AMOUNT + 5n)
  })

  test('is not opened when its files do not belong together', async () => {
    const folder = temporaryFolder()
    const first = await startNode({ folder })
    await deploy(first)
    await first.stop()
    const [checkpoint, journal] = [join(folder, 'checkpoint'), join(folder, 'journal.jsonl')]
    const [end, lines] = [readFileSync(checkpoint), readFileSync(journal, 'utf8')]
    writeFileSync(journal, lines.slice(0, lines.indexOf('\n') + 1))
    await expect(startNode({ folder })).rejects.toThrow('shorter than the checkpoint')
    writeFileSync(journal, lines)
    const otherFolder = temporaryFolder()
    await (await startNode({ folder: otherFolder })).stop()
    writeFileSync(checkpoint, readFileSync(join(otherFolder, 'checkpoint')))
    await expect(startNode({ folder })).rejects.toThrow('did something else')
    writeFileSync(checkpoint, end.subarray(0, 10_000))
    await expect(startNode({ folder })).rejects.toThrow()
    writeFileSync(checkpoint, end)
    const again = await startNode({ folder })
    await again.stop()
  })

  test('loses nothing that was answered, through kills at any moment', { timeout: KILLS_TIMEOUT_MS }, async () => {
    const folder = temporaryFolder()
    const { address: wallet } = await signerOf('wallet')
    const answered: Signature[] = []
    for (let kills = 0; kills < KILLS; kills++) {
      const serving = await serve(folder)
      const payer = await signerOf(`payer ${kills}`)
      await serving.rpc.requestAirdrop(payer.address, lamports(1_000_000_000n)).send()
      let isEnding = false
      const sendNext = async (amount: bigint) =>
        answered.push(await send(serving, await signRecent(serving, payer, transferTo(wallet, payer, amount))))
      const sendOn = async () => {
        for (let amount = AMOUNT + 1n; !isEnding; amount++)
          await sendNext(amount).catch((error: Error) => {
            if (!isEnding) throw error
          })
      }
      await sendNext(AMOUNT)
      const sending = sendOn()
      await sleep(50 + Math.random() * 200)
      isEnding = true
      await serving.kill()
      await sending
    }
    const last = await serve(folder)
    for (let from = 0; from < answered.length; from += 256) {
      const { value } = await last.rpc.getSignatureStatuses(answered.slice(from, from + 256)).send()
      expect(value.filter((status) => status?.err !== null)).toEqual([])
    }
    expect(await balanceOf(last, wallet)).toBeGreaterThanOrEqual(BigInt(answered.length) * AMOUNT)
    expect(await last.stop()).toBe(0)
  })
})

test('where the machine has no native part, the node says so', async () => {
  const elsewhere = "data:text/javascript,Object.defineProperty(process, 'arch', { value: 'z80' })"
  await expect(serve(temporaryFolder(), ['--import', elsewhere])).rejects.toThrow('Solana is not available here')
})
