import { expect, test } from 'vitest'
import type { Member } from '../../../test/build-member.ts'
import { buildNft } from '../../../test/build-nft.ts'
import { buildCollector, type Collector } from '../../../test/build-token.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()
const leave = (member: Member) => t.call('DELETE', '/api/users/me/', { token: member.tokens.access })

/** An NFT of another member, and how it is sent to this one. */
async function buildGift(receiver: Collector) {
  const owner = await buildCollector(t)
  const { id } = await buildNft(t, { creator: owner })
  const { headers } = owner
  const body = { address: receiver.address }
  return { id, send: () => t.call('POST', `/api/nfts/${id}/withdraw/`, { headers, body }) }
}

test('an account is not deleted while an NFT is on its way to its wallet', async () => {
  const receiver = await buildCollector(t)
  const { id, send } = await buildGift(receiver)
  expect(await send()).toMatchObject({ status: 201 })
  const setStatus = (status: 'SENT' | 'FAILED') =>
    t.ctx.db.updateTable('chain_intents').set({ status, due_at: null }).where('nft_id', '=', id).execute()
  const refused = { status: 409, body: { errors: ['Your account cannot be deleted yet. It still has 1 NFT.'] } }
  expect(await leave(receiver)).toMatchObject(refused)
  await setStatus('SENT')
  expect(await leave(receiver)).toMatchObject(refused)
  await setStatus('FAILED')
  expect(await leave(receiver)).toMatchObject({ status: 200 })
})

test('an NFT that is sent while its receiver deletes the account: the member’s row lets only one of them through', async () => {
  for (let round = 0; round < 10; round++) {
    const receiver = await buildCollector(t)
    const { send } = await buildGift(receiver)
    const [left, sent] = await Promise.all([leave(receiver), send()])
    const answers = `${left.status} to the receiver, ${sent.status} to the sender`
    expect(['200 to the receiver, 400 to the sender', '409 to the receiver, 201 to the sender']).toContain(answers)
  }
})
