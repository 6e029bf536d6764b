import { describe, expect, test } from 'vitest'
import { useTestApp } from '../../test/test-app.ts'
import { inTransaction } from '../db/client.ts'
import { countFailed } from '../console/job-queries.ts'
import type { Mail } from '../gateways/mail/mailer.ts'
import { PermanentJobError } from '../errors/job-errors.ts'
import { enqueueEmail, enqueueSms } from './enqueue-message.ts'
import { renderMail } from './render-mail.ts'
import { retryMessage } from './retry-message.ts'
import { sweepMessages } from './sweep-messages.ts'

const t = useTestApp()
const MAIL = {
  subject: 'Hello',
  ...renderMail({
    heading: 'Hello',
    paragraphs: ['A <b>bold</b> word'],
    action: { label: 'Open', url: 'https://x.test/?a=1&b=2' },
  }),
  link: 'https://x.test/?a=1&b=2',
}
const send = (to: string) => inTransaction(t.ctx.db, (tx) => enqueueEmail(t.ctx, tx, { to, mail: MAIL }))
const rowOf = (id: string) => t.ctx.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** A real provider in place of the outbox; `send` may throw. */
function useProvider(send: (mail: Mail) => void): void {
  t.ctx.mailer = {
    name: 'smtp',
    send: async (mail) => {
      send(mail)
      return { providerRef: 'ref-1' }
    },
    check: async () => undefined,
  }
}

describe('a message', () => {
  test('in the outbox is sent once and keeps its body', async () => {
    const id = await send('one@example.test')
    await t.runJobs()
    expect(await rowOf(id)).toMatchObject({ status: 'SENT', attempts: 1, link: MAIL.link, body_text: MAIL.text })
  })

  test('is not sent when its cause is rolled back', async () => {
    const failed = inTransaction(t.ctx.db, async (tx) => {
      await enqueueEmail(t.ctx, tx, { to: 'never@example.test', mail: MAIL })
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await t.runJobs()
    const { body } = await t.call('GET', '/api/dev/outbox/?to=never@example.test')
    expect(body.data).toEqual([])
  })

  test('keeps nothing that opens an account once a real provider has it', async () => {
    const sent: Mail[] = []
    useProvider((mail) => sent.push(mail))
    const id = await send('two@example.test')
    await t.runJobs()
    expect(sent).toMatchObject([{ id, to: 'two@example.test', subject: 'Hello' }])
    const blank = { status: 'SENT', provider_ref: 'ref-1', body_text: '', body_html: null, link: null, code: null }
    expect(await rowOf(id)).toMatchObject(blank)
  })

  test('is tried again, later each time, until the provider is back', async () => {
    let tries = 0
    useProvider(() => {
      tries += 1
      if (tries < 3) throw new Error('connection refused')
    })
    const id = await send('three@example.test')
    await t.runJobs()
    await t.runJobs()
    expect(await rowOf(id)).toMatchObject({ status: 'WAITING', attempts: 1, error: 'connection refused' })
    t.clock.advance(5_000)
    await t.runJobs()
    expect(await rowOf(id)).toMatchObject({ status: 'WAITING', attempts: 2 })
    t.clock.advance(10_000)
    await t.runJobs()
    expect(await rowOf(id)).toMatchObject({ status: 'SENT', attempts: 3, error: null })
  })

  test('is found again when the process died in the middle, and no worker was woken for it', async () => {
    useProvider(() => undefined)
    const id = await send('four@example.test')
    await t.ctx.db
      .updateTable('messages')
      .set({ attempts: 1, due_at: new Date(t.clock.now().getTime() + 60_000) })
      .where('id', '=', id)
      .execute()
    await t.runJobs()
    expect((await rowOf(id)).status).toBe('WAITING')
    t.clock.advance(60_000)
    await t.runJobs()
    expect(await rowOf(id)).toMatchObject({ status: 'SENT', attempts: 2 })
  })

  test('that is refused for good is given up, and goes out whole when a person has it sent again', async () => {
    useProvider(() => {
      throw new PermanentJobError('no such mailbox')
    })
    const id = await send('five@example.test')
    await t.runJobs()
    expect(await rowOf(id)).toMatchObject({ status: 'FAILED', error: 'no such mailbox' })
    const sent: Mail[] = []
    useProvider((mail) => sent.push(mail))
    expect(await inTransaction(t.ctx.db, (tx) => retryMessage(t.ctx, tx, id))).toBe(true)
    await t.runJobs()
    expect(sent).toMatchObject([{ id, text: MAIL.text, html: MAIL.html }])
    expect(await rowOf(id)).toMatchObject({ status: 'SENT', body_text: '' })
  })

  test('of very many that a slow provider is given leaves the rest to the next round, which the sweep tells', async () => {
    const ids = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((n) => send(`many-${n}@example.test`)))
    useProvider(() => t.clock.advance(1_000))
    const countWaiting = async () =>
      (await Promise.all(ids.map(rowOf))).filter((row) => row.status === 'WAITING').length
    expect([await sweepMessages.run(t.ctx), await countWaiting()]).toEqual(['a part', 4])
    await sweepMessages.run(t.ctx)
    expect([await sweepMessages.run(t.ctx), await countWaiting()]).toEqual([undefined, 0])
  })

  test('with a code that has expired meanwhile is not sent', async () => {
    const id = await inTransaction(t.ctx.db, (tx) =>
      enqueueSms(t.ctx, tx, { to: '+94712345678', text: '123456 is your code', code: '123456' }),
    )
    t.clock.advance(10 * 60_000)
    await t.runJobs()
    expect(await rowOf(id)).toMatchObject({ status: 'FAILED', code: null, body_text: '' })
    // An operator can do nothing about it.
    expect(await countFailed(t.ctx.db)).toBe(0)
    expect(await inTransaction(t.ctx.db, (tx) => retryMessage(t.ctx, tx, id))).toBe(false)
  })

  test('with a link that has ended meanwhile is not sent', async () => {
    const sent: Mail[] = []
    useProvider((mail) => sent.push(mail))
    const to = 'late@example.test'
    const id = await inTransaction(t.ctx.db, (tx) => enqueueEmail(t.ctx, tx, { to, mail: MAIL, livesMs: 3_600_000 }))
    t.clock.advance(3_600_000)
    await t.runJobs()
    expect(sent).toEqual([])
    expect(await rowOf(id)).toMatchObject({ status: 'FAILED', body_text: '' })
    expect(await countFailed(t.ctx.db)).toBe(0)
  })

  test('outlasts a provider that is away for two days, and is given up in the fourth', async () => {
    let isAway = true
    useProvider(() => {
      if (isAway) throw new Error('connection refused')
    })
    const passDays = async (days: number) => {
      for (let hour = 0; hour < 24 * days; hour++) {
        t.clock.advance(3_600_000)
        await sweepMessages.run(t.ctx)
      }
    }
    const lucky = await send('lucky@example.test')
    await passDays(2)
    isAway = false
    await passDays(0.1)
    expect((await rowOf(lucky)).status).toBe('SENT')
    isAway = true
    const lost = await send('lost@example.test')
    await passDays(3)
    expect((await rowOf(lost)).status).toBe('WAITING')
    await passDays(1)
    expect(await rowOf(lost)).toMatchObject({ status: 'FAILED', error: 'connection refused', body_text: MAIL.text })
  })
})

test('mails are readable as text and as HTML, with any content', () => {
  expect(MAIL.text).toContain('A <b>bold</b> word')
  expect(MAIL.html).toContain('A &lt;b&gt;bold&lt;/b&gt; word')
  expect(MAIL.html).toContain('href="https://x.test/?a=1&amp;b=2"')
})

describe('the development outbox', () => {
  test('finds a phone with and without "+", newest first', async () => {
    for (const code of ['111111', '222222']) {
      await inTransaction(t.ctx.db, (tx) => enqueueSms(t.ctx, tx, { to: '+94799999999', text: code, code }))
    }
    for (const to of ['+94799999999', '%2B94799999999', '94799999999']) {
      const { body } = await t.call('GET', `/api/dev/outbox/?to=${to}`)
      expect(body.data.map((row: { code: string }) => row.code)).toEqual(['222222', '111111'])
    }
  })

  test('has a page for people, without script', async () => {
    await send('page@example.test')
    const { status, body, headers } = await t.call('GET', '/dev/outbox?to=page@example.test')
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('text/html')
    expect(body).toContain('href="https://x.test/?a=1&amp;b=2"')
    expect(body).not.toContain('<script')
  })
})
