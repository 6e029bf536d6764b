import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { BANK } from '../../test/bank-details.ts'
import { buildMember } from '../../test/build-member.ts'
import { useTestApp } from '../../test/test-app.ts'

const t = useTestApp()

/** As a server kept it before there was a secret in it: of the body in the form that the route is given. */
const BODY = { ...BANK, country: 'LK', currency: 'LKR' }
const bareHash = createHash('sha256')
  .update(`POST /api/accounts/fiats\n${JSON.stringify(BODY)}`)
  .digest('hex')

async function addBank() {
  const { id, tokens } = await buildMember(t)
  const add = () =>
    t.call('POST', '/api/accounts/fiats/', { token: tokens.access, body: BANK, headers: { 'idempotency-key': 'k' } })
  const first = await add()
  const kept = () => t.ctx.db.selectFrom('idempotency_keys').select('request_hash').where('user_id', '=', id)
  const setKept = (request_hash: string) =>
    t.ctx.db.updateTable('idempotency_keys').set({ request_hash }).where('user_id', '=', id).execute()
  return { add, first, kept, setKept }
}

test('what is kept of a request does not tell its body to who guesses it', async () => {
  const { kept } = await addBank()
  const { request_hash } = await kept().executeTakeFirstOrThrow()
  expect(request_hash).toMatch(/^[0-9a-f]{64}$/)
  expect(request_hash).not.toBe(bareHash)
})

test('the first answer is given again after a change of the secret, and when a server of the version before kept it', async () => {
  const { add, first, setKept } = await addBank()
  const { secretKeys } = t.ctx.config
  t.ctx.config.secretKeys = ['another-secret-key-of-thirty-two-chars', ...secretKeys]
  expect((await add()).body.data).toEqual(first.body.data)
  t.ctx.config.secretKeys = secretKeys
  await setKept(bareHash)
  expect((await add()).body.data).toEqual(first.body.data)
  await setKept('0'.repeat(64))
  expect((await add()).status).toBe(422)
})
