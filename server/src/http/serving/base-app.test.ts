import { expect, test } from 'vitest'
import { buildMember } from '../../../test/build-member.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()
const REFUSED = { status: 400, body: { errors: ['The request contains a character that is not allowed'] } }

test.each([
  ['NUL', '{"display_name":"a\\u0000b"}'],
  ['half a surrogate pair', '{"display_name":"a\\ud800b"}'],
  ['NUL in a name', '{"a\\u0000":"b"}'],
])('a body with %s, which the database cannot store, is refused', async (_what, payload) => {
  const { headers } = await buildMember(t)
  const { statusCode, body } = await t.app.inject({
    method: 'PUT',
    url: '/api/users/me/',
    headers: { ...headers, 'content-type': 'application/json' },
    payload,
  })
  expect({ status: statusCode, body: JSON.parse(body) }).toMatchObject(REFUSED)
})

test.each([
  ['that is not UTF-8', [0xff, 0xfe]],
  ['cut off in the middle of a character', [0xe2, 0x82]],
  ['written longer than it is', [0xc0, 0xaf]],
  ['that is half a surrogate pair in UTF-8', [0xed, 0xa0, 0x80]],
  ['that is NUL', [0]],
])('a body with a character %s is refused, not repaired', async (_what, bytes) => {
  const { id, headers } = await buildMember(t)
  const { statusCode, body } = await t.app.inject({
    method: 'PUT',
    url: '/api/users/me/',
    headers: { ...headers, 'content-type': 'application/json' },
    payload: Buffer.concat([Buffer.from('{"display_name":"a'), Buffer.from(bytes), Buffer.from('b"}')]),
  })
  expect({ status: statusCode, body: JSON.parse(body) }).toMatchObject({
    status: 400,
    body: { errors: ['The request is not valid JSON'], code: 'invalid' },
  })
  const { display_name } = (await t.call('GET', `/api/users/${id}/`)).body.data
  expect(display_name).toMatch(/^Member \d+$/)
})

test.each(['?search=a%00b', '?search=a?%00', '?search=a&search=%00', '?%00=a'])(
  'a search for NUL is refused: %s',
  async (query) => {
    expect(await t.call('GET', `/api/nfts/${query}`)).toMatchObject(REFUSED)
  },
)

test('whole pairs and an escaped backslash before a u stay', async () => {
  const { tokens } = await buildMember(t)
  const display_name = String.raw`\u0000 😀`
  const { body } = await t.call('PUT', '/api/users/me/', { token: tokens.access, body: { display_name } })
  expect(body.data).toMatchObject({ display_name })
})

test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded'])(
  'a body of %s is refused as such',
  async (type) => {
    const { statusCode } = await t.app.inject({
      method: 'POST',
      url: '/api/auth/token/',
      headers: { 'content-type': type },
      payload: '{"username":"a@b.test","password":"secret-1"}',
    })
    expect(statusCode).toBe(415)
  },
)
