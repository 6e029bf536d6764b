import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  buildCollector,
  buildMint,
  buildPaidSale,
  getIntents,
  getListing,
  getNft,
} from '../../../../test/build-token.ts'
import { runJobs } from '../../../../test/run-jobs.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { CustodyContext } from '../../outcomes.ts'
import { inTransaction } from '../../../db/client.ts'
import { withdrawNft } from '../../../catalogue/withdrawals/withdraw-nft.ts'
import { connectChains } from '../../chains/connect-chains.ts'
import { createSignerServer } from '../../keys/signer/signer-app.ts'

const t = useTestApp()
const SECRET = 's'.repeat(40)
/** Requests that name one of these cannot be signed. */
const poison = new Set<string>()
let signer: Server
let front: Server
let ctx: CustodyContext
const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

beforeAll(async () => {
  signer = createSignerServer(t.ctx, SECRET)
  await once(signer.listen(0, '127.0.0.1'), 'listening')
  front = createServer(async (request, response) => {
    const body = await text(request)
    if ([...poison].some((id) => body.includes(id))) return void response.writeHead(500).end('{}')
    const { authorization = '' } = request.headers
    const answer = await fetch(originOf(signer) + request.url, { method: 'POST', headers: { authorization }, body })
    response.writeHead(answer.status, { connection: 'close' }).end(await answer.text())
  })
  await once(front.listen(0, '127.0.0.1'), 'listening')
  const config = { ...t.ctx.config, signer: { url: originOf(front), secret: SECRET } }
  ctx = { ...t.ctx, config, chains: await connectChains({ ...t.ctx, config }) }
})
afterAll(async () => {
  for (const server of [front, signer]) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

test('what the signer cannot sign waits alone: the sales and withdrawals behind it go on', async () => {
  const errors = vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined)
  const apart = { ctx, runJobs: () => runJobs(ctx) }
  const [seller, buyer] = [await buildCollector(t), await buildCollector(t)]
  const minted = []
  for (let index = 0; index < 4; index++) minted.push(await buildMint(apart, { creator: seller }))
  await apart.runJobs()
  const nfts = await Promise.all(minted.map(({ id }) => getNft(t, id)))
  const [leaving, ...sold] = nfts as [(typeof nfts)[number], ...typeof nfts]
  const withdrawal = { userId: seller.id, nftId: leaving.id, to: privateKeyToAddress(generatePrivateKey()) }
  const { intentId } = await inTransaction(t.ctx.db, (tx) => withdrawNft(ctx, tx, withdrawal))
  const sales = []
  for (const nft of sold) sales.push((await buildPaidSale(apart, { nft, buyer })).listingId)
  const [bad = '', ...good] = sales
  for (const id of [intentId, bad]) poison.add(id)

  await apart.runJobs()
  for (const listingId of good) expect(await getListing(t, listingId)).toMatchObject({ status: 'SOLD' })
  expect(await getListing(t, bad)).toMatchObject({ status: 'PAID' })
  const waits = { status: 'WAITING', error: 'the signer answered 500' }
  for (const { id } of [leaving, sold[0] as typeof leaving])
    expect((await getIntents(t, id)).at(-1)).toMatchObject(waits)
  expect(errors.mock.calls.map(([, message]) => message)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('a sale could not'),
      expect.stringContaining('a withdrawal could not'),
    ]),
  )
  errors.mockRestore()

  poison.clear()
  t.clock.advance(60_000)
  await apart.runJobs()
  expect(await getListing(t, bad)).toMatchObject({ status: 'SOLD' })
  expect((await getIntents(t, leaving.id)).at(-1)).toMatchObject({ status: 'CONFIRMED' })
})
