import { expect, test } from 'vitest'
import { buildMember, type Member } from '../../../test/build-member.ts'
import { expectWaiting } from '../../../test/expect-waiting.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import { mailSiteOf } from '../../messages/mail-site.ts'
import { deleteMe } from './delete-me.ts'

const t = useTestApp()
const namesOf = ({ id }: Member) => {
  const users = t.ctx.db.selectFrom('users').select(['first_name', 'last_name', 'display_name'])
  return users.where('id', '=', id).executeTakeFirstOrThrow()
}

test('an account takes no name from a form that is saved while it is deleted', async () => {
  const member = await buildMember(t)
  const body = { first_name: 'Late', last_name: 'Name', display_name: 'Late Name' }
  let saving: Promise<{ status: number }> | undefined
  await inTransaction(t.ctx.db, async (tx) => {
    await deleteMe(t.ctx, tx, { userId: member.id, site: mailSiteOf(t.ctx) })
    saving = t.call('PUT', '/api/users/me/', { token: member.tokens.access, body })
    await expectWaiting(t, 1)
  })
  expect((await saving)?.status).toBe(404)
  expect(await namesOf(member)).toEqual({ first_name: null, last_name: null, display_name: null })
})
