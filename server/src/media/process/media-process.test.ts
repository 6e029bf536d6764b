import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { AppError } from '../../http/app-error.ts'
import { createMediaProcess } from './media-process.ts'
import { MediaError } from '../../gateways/media/media-error.ts'

const child = new URL('./child.test-support.ts', import.meta.url)
const parentScript = new URL('./parent.test-support.ts', import.meta.url)
const untilTimeout = { timeout: 60_000, interval: 20 }
/** A third of the product's, and as patient: what is endless computes less. */
const SHORT_SLICES = {
  quick: { cpuMs: 350, timeoutMs: 30_000, next: 'heavy' },
  heavy: { cpuMs: 700, timeoutMs: 30_000, next: 'slow' },
} as const

describe('the media process', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'verso-media-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  function open(options: { idleMs?: number; timeoutMs?: number } = {}) {
    const media = createMediaProcess({ child, idleMs: 600_000, slices: SHORT_SLICES, ...options })
    onTestFinished(() => media.stop())
    const run = (path: string) => media.run('inspectUpload', { path, sizeBytes: 0 }) as Promise<unknown>
    return { media, run }
  }
  const hasBegun = (marker: string) =>
    vi.waitUntil(() => existsSync(marker) && Number(readFileSync(marker, 'utf8')), untilTimeout)

  it('works on one file after the other in the same child, on three at once, and on the rest when a place is free', async () => {
    const { media, run } = open()
    const first = await run('fine')
    expect(await run('fine')).toBe(first)
    const all = await Promise.all(Array.from({ length: 12 }, () => run('fine')))
    expect(new Set(all).size).toBe(3)
    expect(media.pids().sort()).toEqual([...new Set(all)].sort())
  })

  it('hands on why a file is refused or cannot be worked with', async () => {
    const { run } = open()
    const refused = (await run('refused').catch((error: unknown) => error)) as AppError
    expect(refused).toBeInstanceOf(AppError)
    expect(refused).toMatchObject({ code: 'invalid', fields: { file: ['Refused'] } })
    await expect(run('broken')).rejects.toEqual(new MediaError('broken'))
  })

  it('does a task again when its child is killed in the middle, but not for ever', async () => {
    const { media, run } = open()
    const marker = join(folder, 'killed')
    const result = run(`slow at first:${marker}`)
    const killed = await hasBegun(marker)
    process.kill(killed, 'SIGKILL')
    expect(await result).not.toBe(killed)
    await expect(run('deadly')).rejects.toEqual(new MediaError('inspectUpload ended its process'))
    expect(await run('fine')).toEqual(media.pids()[0])
  })

  it('ends a child that takes too long or too much memory', async () => {
    await expect(open({ timeoutMs: 100 }).run('endless')).rejects.toEqual(new MediaError('inspectUpload took too long'))
    await expect(open().run('bomb')).rejects.toEqual(new MediaError('inspectUpload ended its process'))
  })

  it('passes the places of files that compute for long to the files of other members', async () => {
    const { media } = open()
    const ends: string[] = []
    const send = (path: string, ownerId: string) => {
      const order = { ownerId, lane: 'quick', cpuMs: 100 } as const
      const end = (how: string) => () => void ends.push(`${ownerId} ${how}`)
      return media.run('inspectUpload', { path, sizeBytes: 0 }, order).then(end('is done'), end('is not'))
    }
    const slow = ['a', 'b', 'c', 'd'].map((ownerId) => send('endless', ownerId))
    await send('fine', 'e')
    expect(ends).toEqual(['e is done'])
    await Promise.all(slow)
    expect(ends.slice(1).sort()).toEqual(['a is not', 'b is not', 'c is not', 'd is not'])
  })

  it('brings a file to its end in a slower lane', async () => {
    const { media } = open()
    const path = `slow at first:${join(folder, 'sliced')}`
    const order = { ownerId: 'a', lane: 'quick' } as const
    expect(await media.run('inspectUpload', { path, sizeBytes: 0 }, order)).toEqual(media.pids()[0])
  })

  it('has no child once it was idle for a while, and starts one again', async () => {
    const { media, run } = open({ idleMs: 1 })
    const first = await run('fine')
    await vi.waitUntil(() => media.pids().length === 0, untilTimeout)
    expect(await run('fine')).not.toBe(first)
  })

  it('stops with what it does, and takes no more', async () => {
    const { media, run } = open()
    const marker = join(folder, 'stopped')
    const result = run(`endless:${marker}`).catch((error: unknown) => error)
    const pid = await hasBegun(marker)
    await media.stop()
    expect(await result).toMatchObject({ code: 'unavailable' })
    expect(isAlive(pid)).toBe(false)
    await expect(run('fine')).rejects.toMatchObject({ code: 'unavailable' })
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)('does not outlive its server that ends by %s', async (signal) => {
    const marker = join(folder, signal)
    const parent = spawn(process.execPath, [fileURLToPath(parentScript), marker])
    const pid = await hasBegun(marker)
    parent.kill(signal)
    await vi.waitUntil(() => !isAlive(pid), untilTimeout)
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/\bZ\b/.test(
      process.platform === 'linux' ? (readFileSync(`/proc/${pid}/stat`, 'utf8').split(')')[1] ?? '') : '',
    )
  } catch {
    return false
  }
}
