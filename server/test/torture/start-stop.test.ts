import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePorts, type Product, startProduct, startRefused } from '../product.ts'

const ENDED_MS = 20_000

let product: Product
beforeAll(async () => {
  product = await startProduct({ DEMO: '0' })
}, 180_000)
afterAll(() => product?.remove(), 60_000)

describe('a start', () => {
  it('on a data folder in use is refused with one message', async () => {
    const { code, output } = await startRefused({ DEMO: '0', DATA_DIR: product.dataDir, ...(await freePorts()) })
    expect(code).toBe(1)
    expect(said(output)).toBe(
      `Another process (pid ${product.pid}) already runs on ${product.dataDir}. Stop it first, or choose another folder with DATA_DIR.`,
    )
  })

  it('on a port in use is refused with one message, and leaves no data folder', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'verso-product-'))
    const taken = new URL(product.url).port
    for (const name of ['PORT', 'PAY_PORT']) {
      const { code, output } = await startRefused({
        DEMO: '0',
        DATA_DIR: dataDir,
        ...(await freePorts()),
        [name]: taken,
      })
      expect(code).toBe(1)
      expect(said(output)).toBe(`Port ${taken} is in use. Stop what listens there, or choose another with ${name}.`)
    }
    expect(readdirSync(dataDir)).toEqual([])
    await rm(dataDir, { recursive: true })
  })
})

describe.runIf(process.platform === 'linux')('what was started', () => {
  it('ends with the product on SIGTERM', async () => {
    const started = descendantsOf(product.pid)
    expect(started.map(nameOf)).toEqual(expect.arrayContaining(['postgres', 'anvil']))
    await product.stop()
    expect(started.filter(isAlive).map(nameOf)).toEqual([])
  })

  it('ends soon after a kill -9', async () => {
    await product.restart()
    const started = descendantsOf(product.pid)
    await product.kill()
    const deadline = performance.now() + ENDED_MS
    while (started.some(isAlive) && performance.now() < deadline) await sleep(50)
    expect(started.filter(isAlive).map(nameOf)).toEqual([])
  })
})

const said = (output: string) => output.trim()

type Stat = { name: string; state: string; parent: number }

function readStat(pid: number): Stat | undefined {
  try {
    const found = /^\d+ \((.*)\) (\S) (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    return found ? { name: found[1] as string, state: found[2] as string, parent: Number(found[3]) } : undefined
  } catch {
    return undefined
  }
}

/** All that runs below a process, however deep. */
function descendantsOf(pid: number): number[] {
  const all = readdirSync('/proc').map(Number).filter(Number.isInteger)
  const below = (parent: number): number[] =>
    all.filter((each) => readStat(each)?.parent === parent).flatMap((each) => [each, ...below(each)])
  return below(pid)
}

const nameOf = (pid: number): string => readStat(pid)?.name ?? ''

/** A zombie still has its number when nobody collects what has ended. */
const isAlive = (pid: number): boolean => !['Z', undefined].includes(readStat(pid)?.state)
