import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { buildAdmin, buildMember, type Member } from '../../../test/build-member.ts'
import { buildNft } from '../../../test/build-nft.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import { recordEvent } from '../../events/record-event.ts'
import { nft as nftSubject, user } from '../../events/subjects.ts'
import { tell } from '../lines/tell.ts'

const t = useTestApp()
let address: string
beforeAll(async () => void (address = await t.app.listen({ port: 0, host: '127.0.0.1' })))

type Heard = { id: string; event: string; data: { subject?: { type: string; id: string } } }

type Stream = { next(): Promise<Heard | 'the end'> }

const frameIdOf = ({ id }: Heard): number => Number.parseInt(id)

/** Opens a stream as a browser does: the token in a header, frames as they come. */
async function open({ tokens }: Member, lastEventId?: string) {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const response = await fetch(`${address}/api/live/`, {
    headers: { authorization: `Bearer ${tokens.access}`, ...(lastEventId && { 'last-event-id': lastEventId }) },
    signal: stop.signal,
  })
  expect(response.status).toBe(200)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) throw new Error('a stream has a body')
  let text = ''
  const next = async (): Promise<Heard | 'the end'> => {
    while (!text.includes('\n\n')) {
      const { done, value } = await reader.read()
      if (done) return 'the end'
      text += value
    }
    const end = text.indexOf('\n\n')
    const fields = Object.fromEntries(
      text
        .slice(0, end)
        .split('\n')
        .map((line) => line.split(/: (.*)/s, 2)),
    )
    text = text.slice(end + 2)
    return fields.event ? { id: fields.id, event: fields.event, data: JSON.parse(fields.data) } : next()
  }
  return { response, next, text: async () => (await reader.read()).value, stop: () => stop.abort() }
}

const record = (member: Member, nftId: string, type: 'nft.mint_failed' | 'nft.minted' = 'nft.mint_failed') =>
  inTransaction(t.ctx.db, (tx) =>
    recordEvent(t.ctx, tx, {
      type,
      subjects: [nftSubject(nftId), user(member.id)],
      data: { nft_id: nftId, creator_id: member.id, chain: 'POLYGON' },
    }),
  )
const recordPublic = (seller: Member, nftId: string) =>
  inTransaction(t.ctx.db, (tx) =>
    recordEvent(t.ctx, tx, {
      type: 'nft.unlisted',
      subjects: [nftSubject(nftId), user(seller.id)],
      data: { nft_id: nftId, listing_id: nftId, seller_id: seller.id, price_cents: 100, cause: 'unlisted' },
    }),
  )

test('a page is told what changed for its reader, and by which kind', async () => {
  const member = await buildMember(t)
  const nft = await buildNft(t, { creator: member })
  const { response, next } = await open(member)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(response.headers.get('content-encoding')).toBeNull()
  expect(response.headers.get('x-accel-buffering')).toBe('no')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  await record(member, nft.id)
  expect(await next()).toMatchObject({ event: 'nft.mint_failed', data: { subject: { type: 'nft', id: nft.id } } })
  await inTransaction(t.ctx.db, (tx) =>
    tell(tx, { kind: 'follow.created', to: member.id, actorId: member.id, at: t.clock.now(), isGrouped: true }),
  )
  expect(await next()).toMatchObject({ event: 'follow.created', data: { subject: { type: 'user', id: member.id } } })
})

test('a member is not told of another’s things, of an NFT that they may not see, or of the operators’ queues', async () => {
  const [seller, reader, admin] = [await buildMember(t), await buildMember(t), await buildAdmin(t)]
  const hidden = await buildNft(t, { creator: seller, approved: false })
  const shown = await buildNft(t, { creator: seller })
  const [ofReader, ofAdmin] = [await open(reader), await open(admin)]
  await record(seller, hidden.id, 'nft.minted')
  await recordPublic(seller, hidden.id)
  await recordPublic(seller, shown.id)
  expect(await ofReader.next()).toMatchObject({ event: 'nft.unlisted', data: { subject: { id: shown.id } } })
  expect(await ofAdmin.next()).toMatchObject({ event: 'nft.minted', data: { subject: { id: hidden.id } } })
  expect(await ofAdmin.next()).toMatchObject({ event: 'nft.unlisted', data: { subject: { id: shown.id } } })
})

test('a page that lost its stream is told what it missed, once, and of a gap too old that it is one', async () => {
  const member = await buildMember(t)
  const nft = await buildNft(t, { creator: member })
  /** PostgreSQL's own transactions count too: what everybody was told before this test may come once more. */
  const nextOfOurs = async ({ next }: Stream): Promise<Heard> => {
    const heard = await next()
    if (heard === 'the end') throw new Error('the stream has ended')
    return heard.data.subject?.id === nft.id ? heard : nextOfOurs({ next })
  }
  // While another transaction is under way, all that was told may have been missed.
  await inTransaction(t.ctx.db, async (tx) => {
    await sql`select pg_current_xact_id()`.execute(tx)
    const first = await open(member)
    await record(member, nft.id)
    const { id } = await nextOfOurs(first)
    first.stop()
    await record(member, nft.id, 'nft.minted')
    const second = await open(member, id)
    const missed = await nextOfOurs(second)
    expect(missed).toMatchObject({ event: 'nft.minted' })
    const steady = await open(member)
    await record(member, nft.id)
    const later = await nextOfOurs(second)
    expect(later).toMatchObject({ event: 'nft.mint_failed' })
    expect(frameIdOf(later)).toBeGreaterThan(frameIdOf(missed))
    // The second may have found it while it caught up: what every open page is told as well is over by now.
    while (frameIdOf(await nextOfOurs(steady)) < frameIdOf(later));
  })
  for (const unknown of ['999999999-1', 'nonsense']) {
    const late = await open(member, unknown)
    expect(await late.next()).toMatchObject({ event: 'resync' })
  }
})

test('what a slower transaction commits later is told too, although its frame is older', async () => {
  const member = await buildMember(t)
  const nft = await buildNft(t, { creator: member })
  const { next } = await open(member)
  await inTransaction(t.ctx.db, async (tx) => {
    await recordEvent(t.ctx, tx, {
      type: 'nft.minted',
      subjects: [nftSubject(nft.id), user(member.id)],
      data: { nft_id: nft.id, creator_id: member.id, chain: 'POLYGON' },
    })
    await record(member, nft.id)
    expect(await next()).toMatchObject({ event: 'nft.mint_failed' })
  })
  expect(await next()).toMatchObject({ event: 'nft.minted' })
  await record(member, nft.id)
  expect(await next()).toMatchObject({ event: 'nft.mint_failed' })
})

test('a stream ends with the sign-out', async () => {
  const member = await buildMember(t)
  const { next } = await open(member)
  await t.call('POST', '/api/auth/signout/', { token: member.tokens.access, body: {} })
  expect(await next()).toBe('the end')
})

test('a stream ends with its member’s suspension', async () => {
  const [member, admin] = [await buildMember(t), await buildAdmin(t)]
  const { next } = await open(member)
  const suspended = await t.call('PUT', `/api/users/${member.id}/`, {
    site: 'admin',
    token: admin.tokens.access,
    body: { status: 'SUSPENDED' },
  })
  expect(suspended.status).toBe(200)
  expect(await next()).toBe('the end')
})

test('a stream on which nothing happens is kept open by a sign of life', async () => {
  const member = await buildMember(t)
  const { text } = await open(member)
  expect(await text()).toBe(': open\n\n')
  // The hub looks every four seconds whether 21 have passed.
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 21_000)
  onTestFinished(() => clock.mockRestore())
  expect(await text()).toBe(': still here\n\n')
})

test('of more than six streams in a session the oldest ends', async () => {
  const member = await buildMember(t)
  const nft = await buildNft(t, { creator: member })
  const streams = []
  for (let count = 0; count < 7; count++) streams.push(await open(member))
  expect(await streams[0]?.next()).toBe('the end')
  await record(member, nft.id)
  for (const { next } of streams.slice(1)) expect(await next()).toMatchObject({ event: 'nft.mint_failed' })
})

test('streams asked for one behind the other on one connection are one', async () => {
  const member = await buildMember(t)
  const nft = await buildNft(t, { creator: member })
  const { next } = await open(member)
  const { hostname, port } = new URL(address)
  const connection = connect(Number(port), hostname)
  onTestFinished(() => void connection.destroy())
  const asked = `GET /api/live/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${member.tokens.access}\r\n\r\n`
  connection.write(asked.repeat(8))
  await once(connection, 'data')
  // All of them have been looked at once an answer has come on another connection.
  for (let count = 0; count < 8; count++) await t.call('GET', '/api/users/me/', { token: member.tokens.access })
  await record(member, nft.id)
  expect(await next()).toMatchObject({ event: 'nft.mint_failed' })
})

test('a stream that is lost by the database is told of what came meanwhile', async () => {
  const member = await buildMember(t)
  const nft = await buildNft(t, { creator: member })
  const { next } = await open(member)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`.execute(t.ctx.db)
  await record(member, nft.id)
  expect(await next()).toMatchObject({ event: 'nft.mint_failed' })
})

test('a stream with a bad token is refused in the envelope', async () => {
  const answer = await t.call('GET', '/api/live/', { token: 'nonsense' })
  expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
})
