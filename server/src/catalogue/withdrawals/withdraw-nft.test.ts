import { sql } from 'kysely'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { buildListing, buildNft } from '../../../test/build-nft.ts'
import { buildCollector, buildToken, getListing, getNft, readOwner } from '../../../test/build-token.ts'
import { buildWallet } from '../../../test/build-wallet.ts'
import { callNode } from '../../../test/chain.ts'
import { transferAs } from '../../../test/send-as.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()
const outsider = privateKeyToAccount(generatePrivateKey())

const withdraw = (nft: { id: string }, by: { headers: Record<string, string> }, address: string) =>
  t.call('POST', `/api/nfts/${nft.id}/withdraw/`, { headers: by.headers, body: { address } })

test('a token goes to an outside address, its listing ends, and it comes back', async () => {
  const owner = await buildCollector(t)
  const nft = await buildToken(t, { creator: owner })
  const listing = await buildListing(t, { nft })
  const asked = await withdraw(nft, owner, outsider.address)
  expect(asked).toMatchObject({ status: 201, body: { data: { address: outsider.address, status: 'WAITING' } } })
  expect(await getListing(t, listing.id)).toMatchObject({ status: 'INACTIVE' })
  await t.runJobs()
  expect(await readOwner(t, nft)).toBe(outsider.address)
  expect(await getNft(t, nft.id)).toMatchObject({ custody: 'OUTSIDE', owned_by: null, owner_address: outsider.address })
  expect(await listIds(`owned_by=${owner.id}`)).toEqual([])
  expect(await listIds(`created_by=${owner.id}&custody=OUTSIDE`)).toEqual([nft.id])
  const shown = await t.call('GET', `/api/nfts/${nft.id}/withdraw/`, { headers: owner.headers })
  expect(shown.body.data).toMatchObject({ status: 'CONFIRMED', error: null, tx_id: expect.stringMatching(/^0x/) })

  await sendBack(nft.token_id, owner.address)
  await t.runJobs()
  expect(await getNft(t, nft.id)).toMatchObject({ custody: 'HELD', owned_by: owner.id, owner_address: owner.address })
  expect(await listIds(`owned_by=${owner.id}`)).toEqual([nft.id])
  expect(await listIds(`created_by=${owner.id}&custody=OUTSIDE`)).toEqual([])
})

test('an outside sale ends the listing of the former owner', async () => {
  const owner = await buildCollector(t)
  const other = await buildCollector(t)
  const nft = await buildToken(t, { creator: owner })
  await withdraw(nft, owner, outsider.address)
  await t.runJobs()
  await sendBack(nft.token_id, other.address)
  await t.runJobs()
  expect(await getNft(t, nft.id)).toMatchObject({ owned_by: other.id })
  expect(await withdraw(nft, owner, outsider.address)).toMatchObject({ status: 403 })
})

test.each([
  ['', 'Required'],
  ['0x12', 'Invalid address'],
  ['vitalik.eth', 'Invalid address'],
  [`0x${'0'.repeat(40)}`, 'Nobody has this address: what is sent there is lost'],
  [`0x${'0'.repeat(39)}9`, 'Nobody has this address: what is sent there is lost'],
  [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'.replace('aAeb', 'AAeb'),
    'The checksum of this address is wrong: please check it for typing errors',
  ],
])('the address "%s" is refused', async (address, message) => {
  const owner = await buildCollector(t)
  const nft = await buildNft(t, { creator: owner })
  expect(await withdraw(nft, owner, address)).toMatchObject({ status: 400, body: { errors: [{ address: [message] }] } })
})

test('its own wallet, the collection and a contract that takes no NFTs are refused', async () => {
  const owner = await buildCollector(t)
  const nft = await buildToken(t, { creator: owner })
  const { contract, rpcUrl } = t.ctx.chains.POLYGON
  expect(await withdraw(nft, owner, owner.address)).toMatchObject({ status: 400 })
  expect(await withdraw(nft, owner, contract)).toMatchObject({ status: 400 })
  const deaf = privateKeyToAccount(generatePrivateKey()).address
  await callNode(rpcUrl, 'anvil_setCode', [deaf, '0x60006000fd'])
  expect(await withdraw(nft, owner, deaf)).toMatchObject({
    status: 400,
    body: { errors: [{ address: ['This contract does not accept NFTs'] }] },
  })
})

const OF_ETHEREUM = 'This is a wallet here on Ethereum: on Polygon nobody could move what is sent there'

test('a wallet here on another chain is refused, where its key moves nothing, their own as well', async () => {
  const owner = await buildCollector(t)
  const other = await buildCollector(t, { chain: 'ETH' })
  const own = await buildWallet(t, { userId: owner.id, chain: 'ETH' })
  const nft = await buildNft(t, { creator: owner })
  for (const address of [own.public_address, other.address, other.address.toLowerCase()])
    expect(await withdraw(nft, owner, address)).toMatchObject({
      status: 400,
      body: { errors: [{ address: [OF_ETHEREUM] }] },
    })
})

test('a wallet of another chain that is found only when it is signed leaves the token where it is', async () => {
  const owner = await buildCollector(t)
  const nft = await buildToken(t, { creator: owner })
  const { address } = privateKeyToAccount(generatePrivateKey())
  expect(await withdraw(nft, owner, address)).toMatchObject({ status: 201 })
  const later = await buildWallet(t, { userId: owner.id, chain: 'ETH' })
  await t.ctx.db.updateTable('wallets').set({ public_address: address }).where('id', '=', later.id).execute()
  await expectToFail(nft, owner, OF_ETHEREUM)
})

async function expectToFail(
  nft: { id: string },
  owner: { id: string; headers: Record<string, string> },
  error: string,
): Promise<void> {
  await t.runJobs()
  const { body } = await t.call('GET', `/api/nfts/${nft.id}/withdraw/`, { headers: owner.headers })
  expect(body.data).toMatchObject({ status: 'FAILED', error })
  expect(await getNft(t, nft.id)).toMatchObject({ owned_by: owner.id })
}

test('the collection of another chain, and what the platform has signed with, are refused', async () => {
  const owner = await buildCollector(t)
  const nft = await buildNft(t, { creator: owner })
  const { ETH } = t.ctx.chains
  const refusalOf = async (address: string) => (await withdraw(nft, owner, address)).body.errors[0].address
  const { address } = ETH.settler
  const signers = t.ctx.db.insertInto('chain_signers').values({ chain: 'ETH', address, next_nonce: 0 })
  await signers.onConflict((conflict) => conflict.doNothing()).execute()
  expect(await refusalOf(address)).toEqual(['This address belongs to the platform: name one of your own'])
  const contract = privateKeyToAccount(generatePrivateKey()).address
  t.ctx.chains.ETH = { ...ETH, contract }
  expect(await refusalOf(contract)).toEqual(['This is the contract of the collection on Ethereum, not a wallet'])
  t.ctx.chains.ETH = ETH
})

const LEFT = 'Nobody uses this address: what is sent there is lost'
const leave = (member: { tokens: { access: string } }) =>
  t.call('DELETE', '/api/users/me/', { token: member.tokens.access })

test('the wallet of a member who has deleted the account is refused', async () => {
  const [owner, left] = [await buildCollector(t), await buildCollector(t)]
  const nft = await buildNft(t, { creator: owner })
  expect(await leave(left)).toMatchObject({ status: 200 })
  expect(await withdraw(nft, owner, left.address)).toMatchObject({
    status: 400,
    body: { errors: [{ address: [LEFT] }] },
  })
})

test('the wallet of an account that is deleted before it is signed leaves the token where it is', async () => {
  const [owner, left] = [await buildCollector(t), await buildCollector(t)]
  const nft = await buildToken(t, { creator: owner })
  expect(await withdraw(nft, owner, left.address)).toMatchObject({ status: 201 })
  await t.ctx.db.updateTable('users').set({ status: 'DELETED' }).where('id', '=', left.id).execute()
  await expectToFail(nft, owner, LEFT)
})

test('a contract that accepts NFTs gets it', async () => {
  const owner = await buildCollector(t)
  const nft = await buildToken(t, { creator: owner })
  const vault = privateKeyToAccount(generatePrivateKey()).address
  // Answers every call with the selector of onERC721Received.
  await callNode(t.ctx.chains.POLYGON.rpcUrl, 'anvil_setCode', [vault, '0x63150b7a0260e01b60005260206000f3'])
  expect(await withdraw(nft, owner, vault)).toMatchObject({ status: 201 })
  await t.runJobs()
  expect(await readOwner(t, nft)).toBe(vault)
  expect(await getNft(t, nft.id)).toMatchObject({ custody: 'OUTSIDE', owned_by: null })
})

test('a contract that changes its mind leaves the token where it is', async () => {
  const owner = await buildCollector(t)
  const nft = await buildToken(t, { creator: owner })
  const fickle = privateKeyToAccount(generatePrivateKey()).address
  expect(await withdraw(nft, owner, fickle)).toMatchObject({ status: 201 })
  await callNode(t.ctx.chains.POLYGON.rpcUrl, 'anvil_setCode', [fickle, '0x60006000fd'])
  await t.runJobs()
  const { body } = await t.call('GET', `/api/nfts/${nft.id}/withdraw/`, { headers: owner.headers })
  expect(body.data).toMatchObject({ status: 'FAILED', error: 'The receiving contract does not accept NFTs.' })
  expect(await getNft(t, nft.id)).toMatchObject({ owned_by: owner.id })
})

test('not by others, not twice, and not while it is being bought', async () => {
  const owner = await buildCollector(t)
  const buyer = await buildCollector(t)
  const nft = await buildToken(t, { creator: owner })
  expect(await withdraw(nft, buyer, outsider.address)).toMatchObject({ status: 403 })
  const listing = await buildListing(t, { nft, buyer, status: 'PAYMENT_PROCESSING' })
  expect(await withdraw(nft, owner, outsider.address)).toMatchObject({ status: 409 })
  await t.ctx.db
    .updateTable('listings')
    .set({ status: 'INACTIVE', buyer_id: null })
    .where('id', '=', listing.id)
    .execute()
  const answers = await Promise.all([withdraw(nft, owner, outsider.address), withdraw(nft, owner, outsider.address)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
})

test('a member withdraws so often a day, however often the NFTs come back', async () => {
  const [owner, other] = [await buildCollector(t), await buildCollector(t)]
  const [first, second] = [await buildToken(t, { creator: owner }), await buildToken(t, { creator: owner })]
  const listing = await buildListing(t, { nft: second })
  expect(await withdraw(first, owner, other.address)).toMatchObject({ status: 201 })
  const { withdrawalsPerMemberPerDay: limit } = t.ctx.config.limits
  await sql`update rate_limits set points = ${limit - 1} where key like 'withdrawals:%'`.execute(t.ctx.db)
  await t.runJobs()
  expect(await withdraw(first, other, owner.address)).toMatchObject({ status: 201 })
  await t.runJobs()
  expect(await withdraw(first, owner, other.address)).toMatchObject({ status: 201 })
  expect(await withdraw(second, owner, other.address)).toMatchObject({
    status: 429,
    body: { code: 'too_many_requests' },
  })
  expect(await getListing(t, listing.id)).toMatchObject({ status: 'ACTIVE' })
})

const listIds = async (query: string): Promise<string[]> =>
  (await t.call('GET', `/api/nfts/?${query}`)).body.data.map((nft: { id: string }) => nft.id)

const sendBack = (tokenId: string | null, to: `0x${string}`): Promise<void> =>
  transferAs(t.ctx.chains.POLYGON, outsider, { tokenId, to })
