import { readdir } from 'node:fs/promises'
import { describe, expect, it, vi } from 'vitest'
import { makeVariants } from '../../src/media/variants/make-variants.ts'
import { quarantineFolder } from '../../src/media/files/quarantine-folder.ts'
import { UnfinishedMediaError } from '../../src/gateways/media/media-error.ts'
import { buildMember } from '../build-member.ts'
import { buildFile, multipartBody, samplePng } from '../build-nft.ts'
import { sampleSvg } from '../sample-media.ts'
import { childrenCpuMs } from '../processes.ts'
import { useTestApp } from '../test-app.ts'
import { drawingBombs } from './drawing-bombs.ts'

const TOO_LONG = [{ file: ['The file takes too long to read'] }]
/** The CPU time that a drawing may use up before it is refused or harmless, with the start of the processes that read it. */
const SOON_CPU_MS = 10_000
/** More than work at once in any lane. */
const ATTACKERS = process.env.TORTURE_ROUNDS === undefined ? 4 : 6

describe('drawings that take for ever', () => {
  const t = useTestApp()
  const upload = async (token: string, bytes: Buffer) => {
    const { payload, headers } = multipartBody({ bytes })
    const [startedAt, cpuMsBefore] = [performance.now(), childrenCpuMs()]
    const answer = await t.call('POST', '/api/files/', { token, body: payload, headers })
    return { ...answer, tookMs: performance.now() - startedAt, usedCpuMs: childrenCpuMs() - cpuMsBefore }
  }
  const bomb = (what: string) => drawingBombs[what]?.() as Buffer

  it('of many members do not keep another one from uploading, pictures and drawings', async () => {
    const attackers = await Promise.all(Array.from({ length: ATTACKERS }, () => buildMember(t)))
    const other = await buildMember(t)
    let ended = 0
    const attacks = attackers.map(({ tokens }) =>
      upload(tokens.access, bomb('gradients over everything')).finally(() => ended++),
    )
    await vi.waitUntil(() => t.ctx.media.pids().length > 1, { timeout: 60_000 })
    const first = await upload(other.tokens.access, await samplePng('olive'))
    expect([first.status, ended]).toEqual([200, 0])
    // Each of them has its slice before it, and then they take turns in one place.
    expect((await upload(other.tokens.access, sampleSvg())).status).toBe(200)
    expect(ended).toBeLessThan(3)
    const second = await upload(other.tokens.access, await samplePng('plum'))
    expect([second.status, ended < 4]).toEqual([200, true])
    const attacked = await Promise.all(attacks)
    for (const { body } of attacked) expect(body.errors).toEqual(TOO_LONG)
    expect(first.tookMs).toBeLessThan(Math.min(...attacked.map(({ tookMs }) => tookMs)) / 4)
    expect(await readdir(quarantineFolder(t.ctx))).toEqual([])
  }, 480_000)

  const quick = Object.keys(drawingBombs).filter((what) =>
    /nest|million|turbulence|morphology|huge|marker|blurs|half|stops|inside/.test(what),
  )
  it.each(quick)(
    'are refused or made harmless at once: %s',
    async (what) => {
      const answer = await upload((await buildMember(t)).tokens.access, bomb(what))
      expect([200, 415]).toContain(answer.status)
      expect(answer.usedCpuMs).toBeLessThan(SOON_CPU_MS)
      if (answer.status !== 200) return
      await t.runJobs()
      const variants = t.ctx.db.selectFrom('file_variants').select('name').where('file_id', '=', answer.body.data.id)
      expect((await variants.execute()).map(({ name }) => name)).toContain('page')
    },
    180_000,
  )

  const unprocessed = async (ownerId?: string) => {
    if (!ownerId) await t.runJobs()
    const { id } = await buildFile(t, { ownerId: ownerId ?? (await buildMember(t)).id })
    await t.ctx.db.updateTable('files').set({ processed_at: null }).where('id', '=', id).execute()
    return id
  }
  const sweepLater = async () => {
    t.clock.advance(60 * 60_000)
    await t.runJobs()
  }

  it('of one member wait for the first of another, and are found again when their jobs were lost', async () => {
    const [many, other] = [await buildMember(t), await buildMember(t)]
    await t.runJobs()
    const of: string[] = []
    for (const { id } of [many, many, many, other]) {
      of.push(await unprocessed(id))
      t.clock.advance(1_000)
    }
    const copied: string[] = []
    for (let count = 0; count < 2; count++) {
      await makeVariants(t.ctx)
      const done = t.ctx.db.selectFrom('files').select('id').where('id', 'in', of).where('processed_at', 'is not', null)
      copied.push(...(await done.execute()).map(({ id }) => id).filter((id) => !copied.includes(id)))
    }
    expect(copied.map((id) => of.indexOf(id))).toEqual([0, 3])
    await sweepLater()
    const left = t.ctx.db.selectFrom('files').select('id').where('id', 'in', of).where('processed_at', 'is', null)
    expect(await left.execute()).toEqual([])
  })

  it('of a member do not wait without end while others upload one after the other', async () => {
    const [waiting, ...others] = [await buildMember(t), await buildMember(t), await buildMember(t)]
    await t.runJobs()
    await unprocessed(waiting.id)
    t.clock.advance(1_000)
    const second = await unprocessed(waiting.id)
    const isCopied = async () =>
      (await t.ctx.db.selectFrom('files').select('processed_at').where('id', '=', second).executeTakeFirstOrThrow())
        .processed_at !== null
    for (let minutes = 0; minutes < 7; minutes++) {
      for (const { id } of others) await unprocessed(id)
      await makeVariants(t.ctx)
      await makeVariants(t.ctx)
      t.clock.advance(60_000)
    }
    expect(await isCopied()).toBe(true)
    await sweepLater()
  })

  it('do not wait behind the uploads of their own member', async () => {
    const { id: ownerId } = await buildMember(t)
    await unprocessed(ownerId)
    const run = vi.spyOn(t.ctx.media, 'run')
    await makeVariants(t.ctx)
    expect(run).toHaveBeenCalled()
    expect(run.mock.calls.map(([, , order]) => order?.ownerId)).not.toContain(ownerId)
    run.mockRestore()
  })

  it('that ended their server twice are not tried again', async () => {
    await unprocessed()
    // A process that is gone gives nothing back.
    const run = vi.spyOn(t.ctx.media, 'run').mockReturnValue(new Promise(() => undefined))
    for (const times of [1, 2]) {
      void makeVariants(t.ctx)
      await vi.waitUntil(() => run.mock.calls.length === times, { timeout: 30_000 })
      t.clock.advance(60 * 60_000)
    }
    await sweepLater()
    expect(run).toHaveBeenCalledTimes(2)
    run.mockRestore()
  })

  it('take too long in two sizes and are not tried in the others, nor again', async () => {
    await unprocessed()
    const log = vi.spyOn(t.ctx.log, 'warn').mockReturnValue()
    const late = vi.spyOn(t.ctx.media, 'run').mockRejectedValue(new UnfinishedMediaError('encodeCopy took too long'))
    await makeVariants(t.ctx)
    await sweepLater()
    expect(late).toHaveBeenCalledTimes(2)
    log.mockRestore()
    late.mockRestore()
  })

  it('are copied by one process at a time, and again after a fault that is not theirs', async () => {
    const id = await unprocessed()
    const run = vi.spyOn(t.ctx.media, 'run').mockRejectedValue(new Error('the server stops'))
    for (let times = 0; times < 3; times++) {
      await expect(makeVariants(t.ctx)).rejects.toThrow('the server stops')
      // Its turn is over: others come first.
      await makeVariants(t.ctx)
      t.clock.advance(60_000)
    }
    expect(run).toHaveBeenCalledTimes(3)
    run.mockRestore()
    await Promise.all([makeVariants(t.ctx), makeVariants(t.ctx)])
    const file = t.ctx.db.selectFrom('files').select(['copy_attempts', 'processed_at']).where('id', '=', id)
    expect(await file.executeTakeFirstOrThrow()).toMatchObject({ copy_attempts: 1, processed_at: expect.any(Date) })
  })
})
