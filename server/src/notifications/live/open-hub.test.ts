import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildMember, type Member } from '../../../test/build-member.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import { openHub } from './open-hub.ts'
import { type Frame, MOST_AT_ONCE, sortByReader } from './read-frames.ts'

const t = useTestApp()

const streamOf = ({ id, sessionId }: Member) => ({
  reader: { userId: id, sessionId, isAdmin: false },
  send: vi.fn(),
  keepAlive: vi.fn(),
  end: vi.fn(),
})

test('that a session has ended is seen within five seconds', async () => {
  const member = await buildMember(t)
  const stream = streamOf(member)
  // The rounds of this hub alone are the test's; all else goes on.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const hub = await openHub(t.ctx)
  onTestFinished(() => hub.close())
  hub.join(stream)
  await vi.advanceTimersByTimeAsync(4_999)
  await expect.poll(() => stream.keepAlive.mock.calls.length).toBe(1)
  await t.call('POST', '/api/auth/signout/', { token: member.tokens.access, body: {} })
  await vi.advanceTimersByTimeAsync(4_999)
  await expect.poll(() => stream.end.mock.calls.length).toBe(1)
})

test('a stream that opens while the sessions of others are read stays open', async () => {
  const [first, second] = [await buildMember(t), await buildMember(t)]
  const [early, late] = [streamOf(first), streamOf(second)]
  let isLateOpen = false
  const now = () => {
    // The hub has chosen by now whose sessions it reads.
    if (!isLateOpen) hub.join(late)
    isLateOpen = true
    return t.clock.now()
  }
  const hub = await openHub({ ...t.ctx, clock: { ...t.ctx.clock, now } })
  onTestFinished(() => hub.close())
  hub.join(early)
  await expect.poll(() => late.keepAlive.mock.calls.length, { timeout: 60_000 }).toBeGreaterThan(0)
  expect(early.end).not.toHaveBeenCalled()
  expect(late.end).not.toHaveBeenCalled()
})

test('what is told to very many members at once makes no other page load anew', async () => {
  const [follower, other] = [await buildMember(t), await buildMember(t)]
  const [told, untold] = [streamOf(follower), streamOf(other)]
  const hub = await openHub(t.ctx)
  onTestFinished(() => hub.close())
  for (const stream of [told, untold]) hub.join(stream)
  await sql`insert into live_frames (audience, user_id, kind, subject_type, subject_id, created_at)
    select 'member', ${follower.id}, 'following.listed', 'user', ${follower.id}, ${t.clock.now()}
    from generate_series(1, 1500)`.execute(t.ctx.db)
  await hub.read()
  expect(told.send.mock.calls.map(([frames]) => frames.length)).toEqual([1_500])
  expect(untold.send).not.toHaveBeenCalled()
})

test('more than can be told at once makes pages load anew once, also while an older write is still open', async () => {
  const [follower, other] = [await buildMember(t), await buildMember(t)]
  const stream = streamOf(other)
  const hub = await openHub(t.ctx)
  onTestFinished(() => hub.close())
  hub.join(stream)
  const tell = (to: Member, count: number) =>
    sql`insert into live_frames (audience, user_id, kind, subject_type, subject_id, created_at)
      select 'member', ${to.id}, 'following.listed', 'user', ${to.id}, ${t.clock.now()} from generate_series(1, ${count}::int)`
  await inTransaction(t.ctx.db, async (tx) => {
    await tell(other, 1).execute(tx)
    await tell(follower, MOST_AT_ONCE + 100).execute(t.ctx.db)
    for (let round = 0; round < 3; round++) await hub.read()
    await tell(other, 2).execute(t.ctx.db)
    await hub.read()
  })
  await hub.read()
  // A frame written before the pages loaded anew, and committed after it, is told too.
  const told = stream.send.mock.calls.map(([frames]) => (frames === 'resync' ? frames : frames.length))
  expect(told).toEqual(['resync', 2, 1])
})

test('very many frames for very many open pages are looked at once each', () => {
  let looks = 0
  const frames = Array.from({ length: 20_000 }, (_, id): Frame => {
    const audience = (['operators', 'public'] as const)[id] ?? 'member'
    const userId = audience === 'member' ? `member ${id % 2_000}` : null
    const others = { id, userId, kind: '', subjectType: '', subjectId: '', isRecent: false }
    return Object.defineProperty({ ...others, audience }, 'audience', { get: () => (looks++, audience) })
  })
  const framesOf = sortByReader(frames)
  const idsOf = (index: number) =>
    framesOf({ userId: `member ${index}`, sessionId: '', isAdmin: index === 0 }).map(({ id }) => id)
  const own = (index: number) => Array.from({ length: 9 }, (_, turn) => (turn + 1) * 2_000 + index)
  expect(idsOf(0)).toEqual([0, 1, ...own(0)])
  for (let index = 2; index < 2_000; index++) expect(idsOf(index)).toEqual([1, index, ...own(index)])
  expect(looks).toBe(frames.length)
})
