import { describe, expect, test } from 'vitest'
import { buildMember } from '../../test/build-member.ts'
import { buildNft, multipartBody } from '../../test/build-nft.ts'
import { outboxOf } from '../../test/outbox.ts'
import { useTestApp } from '../../test/test-app.ts'
import { timeInWords } from '../messages/mail-site.ts'
import { inspectSettings } from './read-settings.ts'

const t = useTestApp({
  env: {
    MIN_LISTING_PRICE: '2.50',
    RESERVATION_MINUTES: '5',
    RESET_LINK_MINUTES: '90',
    NFT_FILE_MAX_MB: '1',
    THUMBNAIL_MAX_MB: '2',
  },
})

describe('what an operator sets', () => {
  test('is told to clients', async () => {
    const { body } = await t.call('GET', '/api/settings/')
    expect(body.data).toMatchObject({
      min_listing_price: 2.5,
      limits: { nft_file_bytes: 1024 ** 2, thumbnail_bytes: 2 * 1024 ** 2 },
      social: { x: null, instagram: null, discord: null },
    })
  })

  test('is the least price, and its message says it', async () => {
    const owner = await buildMember(t)
    const nft = await buildNft(t, { owner })
    const list = (price: number) =>
      t.call('PUT', `/api/nfts/${nft.id}/`, { token: owner.tokens.access, body: { listing: true, price } })
    expect((await list(2.49)).body.errors).toEqual([{ price: ['Minimum listing amount is $2.50'] }])
    expect((await list(2.5)).status).toBe(200)
  })

  test('is how long a link is good, and the mail says it', async () => {
    const member = await buildMember(t)
    await t.call('POST', '/api/auth/request-password-reset/', { body: { email: member.email } })
    await t.runJobs()
    const [mail] = await outboxOf(t, member.email)
    expect(mail.text).toContain('up to 90 minutes')
  })

  test('is the size of a file', async () => {
    const member = await buildMember(t)
    const { payload, headers } = multipartBody({ bytes: Buffer.alloc(1024 ** 2 + 1) })
    const answer = await t.call('POST', '/api/files/', { token: member.tokens.access, headers, body: payload })
    expect(answer.body.errors).toEqual([{ file: ['Files can be at most 1 MB'] }])
  })
})

test('a limit that cannot be is named', () => {
  const { problems } = inspectSettings({ MIN_LISTING_PRICE: '-1', RESERVATION_MINUTES: '600', SOCIAL_X_URL: 'x.com' })
  expect(problems.map((problem) => problem.split(':')[0])).toEqual([
    'MIN_LISTING_PRICE',
    'RESERVATION_MINUTES',
    'SOCIAL_X_URL',
  ])
})

test.each([
  [3_600_000, 'one hour'],
  [24 * 3_600_000, '24 hours'],
  [7 * 24 * 3_600_000, '7 days'],
  [90 * 60_000, '90 minutes'],
])('%i ms are %s', (ms, words) => expect(timeInWords(ms)).toBe(words))
