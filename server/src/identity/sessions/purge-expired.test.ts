import { sql } from 'kysely'
import pg from 'pg'
import { expect, it } from 'vitest'
import { buildMember } from '../../../test/build-member.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { after } from '../../clock.ts'
import { openDatabase } from '../../db/client.ts'
import { deleteInSteps } from '../../jobs/delete-in-steps.ts'
import { purgeExpired, RETENTIONS } from './purge-expired.ts'

const t = useTestApp()
const DAY_MS = 24 * 3_600_000
const ago = (days: number) => after(t.clock.now(), -days * DAY_MS)

/** A row of each table that is `days` past the moment from which it is kept; a name that says so is found again. */
async function insertRows(name: string, days: number): Promise<void> {
  const member = await buildMember(t)
  const at = ago(days)
  const id = () => t.ctx.random.id()
  const { db } = t.ctx
  await db
    .insertInto('idempotency_keys')
    .values({ user_id: member.id, key: name, request_hash: '', status_code: 200, body: '{}', created_at: at })
    .execute()
  await db
    .insertInto('used_links')
    .values({ code_hash: name, user_id: member.id, purpose: 'VERIFY_EMAIL', used_at: at })
    .execute()
  await db
    .insertInto('verification_codes')
    .values({
      id: id(),
      user_id: member.id,
      purpose: 'RESET_PASSWORD',
      target: name,
      code_hash: name,
      created_at: at,
      sent_at: at,
      expires_at: at,
    })
    .execute()
  await db.updateTable('sessions').set({ expires_at: at }).where('id', '=', member.sessionId).execute()
  await db
    .insertInto('messages')
    .values([
      { id: id(), channel: 'email', recipient: name, body_text: '', status: 'SENT', due_at: at, created_at: at },
      { id: id(), channel: 'email', recipient: `waiting ${name}`, body_text: '', due_at: at, created_at: at },
    ])
    .execute()
  const event = { provider: 'sandbox', type: 'x', body: '{}', received_at: at }
  await db
    .insertInto('payment_events')
    .values([
      { ...event, id: id(), event_id: name },
      { ...event, id: id(), event_id: `case ${name}`, needs_person: true },
      { ...event, id: id(), event_id: `again ${name}`, type: 'paid.again' },
    ])
    .execute()
}

/** The names that are still there. */
async function listNames(): Promise<Record<string, string[]>> {
  const { db } = t.ctx
  const names = async (query: ReturnType<typeof sql<{ name: string }>>) =>
    (await query.execute(db)).rows.map((row) => row.name).sort()
  return {
    keys: await names(sql`select key as name from idempotency_keys`),
    links: await names(sql`select code_hash as name from used_links`),
    codes: await names(sql`select target as name from verification_codes`),
    messages: await names(sql`select recipient as name from messages where recipient like '%day%'`),
    events: await names(sql`select event_id as name from payment_events`),
    sessions: await names(sql`select count(*)::text as name from sessions`),
  }
}

it('deletes what is past its time, and nothing that still counts', async () => {
  await insertRows('half a day', 0.5)
  await insertRows('two days', 2)
  await insertRows('forty days', 40)
  await insertRows('many days', 401)
  await purgeExpired.run(t.ctx)
  const waiting = ['waiting forty days', 'waiting half a day', 'waiting many days', 'waiting two days']
  expect(await listNames()).toEqual({
    keys: ['half a day'],
    links: ['half a day', 'two days'],
    codes: ['half a day', 'two days'],
    messages: ['half a day', 'two days', ...waiting],
    events: [
      'again forty days',
      'again half a day',
      'again many days',
      'again two days',
      'case forty days',
      'case half a day',
      'case many days',
      'case two days',
      'forty days',
      'half a day',
      'two days',
    ],
    sessions: ['2'],
  })
})

it('deletes what hangs on a session that goes on', async () => {
  const { id, sessionId } = await buildMember(t)
  const { db } = t.ctx
  for (const days of [2, 40]) {
    const token = { session_id: sessionId, hash: `${days}`, created_at: ago(days), used_at: ago(days) }
    await db.insertInto('refresh_tokens').values(token).execute()
  }
  await db
    .insertInto('passkey_challenges')
    .values({ session_id: sessionId, challenge: 'x', expires_at: ago(1) })
    .execute()
  await sql`insert into rate_limits (key, expire) values ('over', ${ago(1).getTime()}), ('running', ${ago(-1).getTime()})`.execute(
    db,
  )
  await sql`insert into known_networks (user_id, network, has_signed_in, last_seen_at)
    values (${id}, 'old', true, ${ago(3_650)}), (${id}, 'new', true, ${ago(1)})`.execute(db)
  await purgeExpired.run(t.ctx)
  const { rows } = await sql`
    select 'token ' || hash as kept from refresh_tokens where session_id = ${sessionId} and used_at is not null
    union all select 'challenge' from passkey_challenges where session_id = ${sessionId}
    union all select 'limit ' || key from rate_limits where key in ('over', 'running')
    union all select 'network ' || network from known_networks where user_id = ${id} and network in ('old', 'new')
    order by kept`.execute(db)
  expect(rows).toEqual([{ kept: 'limit running' }, { kept: 'network new' }, { kept: 'token 2' }])
})

it('keeps messages and payment events for as long as the settings say', async () => {
  await insertRows('sixty days', 60)
  const keptDays = { ...t.ctx.config.keptDays, messages: 90, paymentEvents: 30 }
  await purgeExpired.run({ ...t.ctx, config: { ...t.ctx.config, keptDays } })
  const { messages, events } = await listNames()
  expect(messages).toContain('sixty days')
  expect(events).not.toContain('sixty days')
  expect(events).toContain('case sixty days')
})

it('deletes lines of the audit log after the years that are set, by no statement of its own and never before five years', async () => {
  const insert = (action: string, days: number) =>
    t.ctx.db
      .insertInto('audit_log')
      .values({ action, subject_type: 'test', subject_id: 'old', created_at: ago(days) })
      .execute()
  const left = async () => {
    const lines = t.ctx.db.selectFrom('audit_log').select('action').where('subject_id', '=', 'old').orderBy('id')
    return (await lines.execute()).map(({ action }) => action)
  }
  for (const [action, days] of Object.entries({ eleven: 4_015, nine: 3_285, four: 1_460 })) await insert(action, days)
  await purgeExpired.run(t.ctx)
  expect(await left()).toEqual(['nine', 'four'])
  await expect(sql`delete from audit_log where action = 'nine'`.execute(t.ctx.db)).rejects.toThrow('permission denied')
  await sql`select delete_audit_lines(${ago(0)}::timestamptz, 1000)`.execute(t.ctx.db)
  expect(await left()).toEqual(['four'])
  const owner = openDatabase(t.ownerUrl, t.ctx.log, { maxConnections: 1 })
  await sql`set enable_seqscan = off`.execute(owner)
  await expect(sql`delete from audit_log where action = 'four'`.execute(owner)).rejects.toThrow('append-only')
  await owner.destroy()
})

it('deletes a bounded number of rows at a time, and leaves rows that another transaction holds', async () => {
  await sql`delete from rate_limits`.execute(t.ctx.db)
  await sql`insert into rate_limits (key, expire) select 'k' || n, n from generate_series(1, 10) n`.execute(t.ctx.db)
  const holder = new pg.Client({ connectionString: t.ownerUrl })
  await holder.connect()
  await holder.query(`begin; select from rate_limits where key = 'k1' for update`)
  const expired = { table: 'rate_limits', key: ['key'], where: sql<boolean>`expire < 100` }
  expect(await deleteInSteps(t.ctx.db, expired, { stepRows: 3, maxSteps: 2 })).toBe(6)
  expect(await deleteInSteps(t.ctx.db, expired, { stepRows: 3, maxSteps: 100 })).toBe(3)
  const { rows } = await sql<{ key: string }>`select key from rate_limits`.execute(t.ctx.db)
  expect(rows).toEqual([{ key: 'k1' }])
  await holder.query('rollback')
  await holder.end()
})

it('finds what has expired by an index, however much is kept', async () => {
  const owner = openDatabase(t.ownerUrl, t.ctx.log, { maxConnections: 1 })
  await sql`set enable_seqscan = off`.execute(owner)
  for (const { table, where } of RETENTIONS) {
    const condition = where(() => ago(1), t.ctx.config.keptDays)
    const plan = await sql<{ 'QUERY PLAN': string }>`
      explain select 1 from ${sql.table(table)} where ${condition} limit 10`.execute(owner)
    const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
    expect({ table, text }).toEqual({ table, text: expect.stringMatching(new RegExp(`(Index.*Scan).* ${table}`)) })
  }
  await owner.destroy()
})
