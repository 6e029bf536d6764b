import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { useTestApp } from '../../../test/test-app.ts'
import type { Context } from '../../context.ts'
import { openDatabase } from '../../db/client.ts'
import { askForListings, askForWithdrawal } from './ask-custody.ts'
import { FailedSigning } from './failed-signing.ts'
import { createSignerServer } from './signer/signer-app.ts'

const t = useTestApp()
const SECRET = 's'.repeat(40)
afterEach(() => void vi.restoreAllMocks())

async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const askedAt = (url: string): Context => ({ ...t.ctx, config: { ...t.ctx.config, signer: { url, secret: SECRET } } })

/** A database that does not answer. */
function awayDatabase() {
  const db = openDatabase('postgres://nobody@127.0.0.1:1/none', t.ctx.log)
  onTestFinished(() => db.destroy())
  return db
}
const request = () => {
  const { wallet, tokenId } = { wallet: t.ctx.chains.POLYGON.settler.address, tokenId: 1n }
  const nonces = { tokenId, expiry: 1n, version: 0n, epoch: 0n }
  return { intentId: t.ctx.random.id(), owner: wallet, to: wallet, ...nonces }
}
const errorOf = (asking: Promise<unknown>) => asking.catch((error: unknown) => error)

test.each([
  [429, false],
  [502, false],
  [503, false],
  [504, false],
  [500, true],
  [404, true],
])('an answer of %s says that it was tried: %s', async (status, isTried) => {
  const ctx = askedAt(await listen(createServer((_request, response) => void response.writeHead(status).end('{}'))))
  for (const asking of [
    askForListings(ctx, ctx.chains.POLYGON, []),
    askForWithdrawal(ctx, ctx.chains.POLYGON, request()),
  ])
    expect((await errorOf(asking)) instanceof FailedSigning).toBe(isTried)
})

test('a database that is away is no fault of what is signed', async () => {
  const ctx = { ...t.ctx, db: awayDatabase() }
  const error = await errorOf(askForWithdrawal(ctx, ctx.chains.POLYGON, request()))
  expect(error).toMatchObject({ code: 'ECONNREFUSED' })
  expect(error).not.toBeInstanceOf(FailedSigning)
})

test('nor is that of the signer', async () => {
  const log = vi.spyOn(t.ctx.log, 'error').mockReturnValue()
  const ctx = askedAt(await listen(createSignerServer({ ...t.ctx, db: awayDatabase() }, SECRET)))
  const error = await errorOf(askForWithdrawal(ctx, ctx.chains.POLYGON, request()))
  expect(error).toMatchObject({ message: 'the signer is away: 503' })
  expect(error).not.toBeInstanceOf(FailedSigning)
  expect(log).toHaveBeenCalledOnce()
})
