import { addressOf } from '@verso/protocol/pages/pages'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { buildCollector, buildToken, getIntents } from '../../../test/build-token.ts'
import { callNode } from '../../../test/chain.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import { cancelUnsent, findOpenWithdrawal } from '../sending/cancel-unsent.ts'

const t = useTestApp()
const REFUSED = 'The receiving contract does not accept NFTs.'
const RETURNED = 'Your bank has taken the payment back.'

async function buildWithdrawal() {
  const owner = await buildCollector(t)
  const nft = await buildToken(t, { creator: owner })
  const address = privateKeyToAddress(generatePrivateKey())
  const asked = await t.call('POST', `/api/nfts/${nft.id}/withdraw/`, { headers: owner.headers, body: { address } })
  expect(asked.status).toBe(201)
  return { owner, nft, address }
}
type Withdrawal = Awaited<ReturnType<typeof buildWithdrawal>>

/** The receiver has become a contract that reverts. */
const refuse = ({ address }: Withdrawal) =>
  callNode(t.ctx.chains.POLYGON.rpcUrl, 'anvil_setCode', [address, '0x60006000fd'])
const callOff = ({ nft }: Withdrawal) =>
  inTransaction(t.ctx.db, async (tx) => {
    const withdrawal = await findOpenWithdrawal(tx, nft.id)
    expect(withdrawal && (await cancelUnsent(t.ctx, tx, withdrawal, RETURNED))).toBe(true)
  })

test.each([
  ['is refused by its receiver', refuse, REFUSED],
  ['is called off', callOff, RETURNED],
])('the owner is told by a line and a mail of a withdrawal that %s', async (_what, fail, reason) => {
  const withdrawal = await buildWithdrawal()
  const { owner, nft } = withdrawal
  await fail(withdrawal)
  await t.runJobs()
  expect((await getIntents(t, nft.id)).at(-1)).toMatchObject({ kind: 'WITHDRAW', status: 'FAILED', error: reason })
  const { body } = await t.call('GET', '/api/notifications/', { headers: owner.headers })
  expect(body.data[0]).toMatchObject({
    kind: 'security.withdrawal',
    title: 'Withdrawal failed',
    text: `“${nft.name}” was not sent. Reason: ${reason}`,
    link: addressOf('nft', { nftId: nft.id }),
  })
  const { email } = await t.ctx.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', owner.id)
    .executeTakeFirstOrThrow()
  const mails = t.ctx.db.selectFrom('messages').selectAll().where('recipient', '=', email)
  const mail = (await mails.execute()).find(({ subject }) => subject === `“${nft.name}” was not sent`)
  expect(mail?.body_text).toContain(reason)
  expect(mail?.body_text).toContain('It is in your wallet here.')
})
