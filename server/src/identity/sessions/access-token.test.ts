import { createHash } from 'node:crypto'
import { SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { buildMember, type Member } from '../../../test/build-member.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()
let member: Member
beforeAll(async () => void (member = await buildMember(t)))
const statusOf = async (token: string) => (await t.call('GET', '/api/users/me/', { token })).status

const bytesOf = (text: string) => new TextEncoder().encode(text)
const secret = () => t.ctx.config.secretKeys[0] ?? ''
const ownKey = () => createHash('sha256').update(`access-token:${secret()}`).digest()
const FOREIGN_KEY = bytesOf('f'.repeat(32))
type Forged = { key?: Uint8Array; header?: { alg: string }; issuer?: string; payload?: Record<string, unknown> }

const forge = ({ key = ownKey(), header = { alg: 'HS256' }, issuer = 'verso', payload }: Forged = {}) =>
  new SignJWT(payload ?? { sid: member.sessionId })
    .setProtectedHeader(header)
    .setIssuer(issuer)
    .setExpirationTime(Math.floor(t.clock.now().getTime() / 1000) + 60)
    .sign(key)
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('a token that is made as ours are is taken, so that the others here fail for their own fault', async () => {
  expect(await statusOf(await forge())).toBe(200)
})

test.each<[string, () => Promise<string>]>([
  ['signed by another key', () => forge({ key: FOREIGN_KEY })],
  ['signed by SECRET_KEY itself', () => forge({ key: bytesOf(secret()) })],
  ['signed by another algorithm', () => forge({ header: { alg: 'HS512' }, key: Buffer.concat([ownKey(), ownKey()]) })],
  [
    'that brings its own key',
    () => {
      const jwk = { kty: 'oct', k: Buffer.from(FOREIGN_KEY).toString('base64url') }
      const header = { alg: 'HS256', jwk, jku: 'https://evil.example/keys', kid: '../../dev/null' }
      return forge({ key: FOREIGN_KEY, header })
    },
  ],
  ['of another issuer', () => forge({ issuer: 'other' })],
  ['of no session', () => forge({ payload: {} })],
  ['of a session that does not exist', () => forge({ payload: { sid: t.ctx.random.id() } })],
  ['that is not signed', async () => `${part({ alg: 'none' })}.${part({ iss: 'verso', sid: member.sessionId })}.`],
  [
    'whose session was changed afterwards',
    async () => {
      const [head, , seal] = (await forge({ payload: { sid: t.ctx.random.id() } })).split('.')
      return `${head}.${part({ iss: 'verso', sid: member.sessionId, exp: 9_999_999_999 })}.${seal}`
    },
  ],
  ['that is for renewing', async () => member.tokens.refresh],
])('a token %s is refused', async (_what, make) => expect(await statusOf(await make())).toBe(401))

test('every session has tokens of its own, and what renews it has 256 bits', async () => {
  const others = await Promise.all([buildMember(t), buildMember(t)])
  const renewing = [member, ...others].map(({ tokens }) => tokens.refresh)
  expect(new Set(renewing).size).toBe(3)
  for (const token of renewing) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
})
