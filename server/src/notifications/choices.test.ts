import { expect, test } from 'vitest'
import { buildMember } from '../../test/build-member.ts'
import { expectWaiting } from '../../test/expect-waiting.ts'
import { useTestApp } from '../../test/test-app.ts'
import { inTransaction } from '../db/client.ts'
import { changeSettings } from './choices.ts'

const t = useTestApp()

test('two changes of one kind at one time both hold: a mail program unsubscribes while the member chooses', async () => {
  const { id } = await buildMember(t)
  const change = (choice: object) =>
    inTransaction(t.ctx.db, (tx) => changeSettings(t.ctx, tx, id, { kinds: [{ kind: 'nft.sold', ...choice }] }))
  const { unsubscribing } = await inTransaction(t.ctx.db, async (tx) => {
    await changeSettings(t.ctx, tx, id, { kinds: [{ kind: 'nft.sold', in_app: false }] })
    const unsubscribing = change({ email: 'off' })
    await expectWaiting(t, 1)
    return { unsubscribing }
  })
  await unsubscribing
  const kept = t.ctx.db.selectFrom('notification_choices').select(['in_app', 'email']).where('user_id', '=', id)
  expect(await kept.execute()).toEqual([{ in_app: false, email: 'off' }])
  await change({ in_app: true })
  expect(await kept.execute()).toEqual([{ in_app: true, email: 'off' }])
})
