import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createChainClient, createOutsideClient } from '../../src/gateways/chain/chain-client.ts'
import { createKuboPinner } from '../../src/gateways/ipfs/kubo-pinner.ts'
import { createPinningService } from '../../src/gateways/ipfs/pinning-service.ts'
import { callProvider } from '../../src/gateways/payments/call-provider.ts'
import { createTwilioSmsSender } from '../../src/gateways/sms/twilio-sms-sender.ts'

const asked: string[] = []
/** A service that was taken over sends us, with our keys, to a place inside our network. */
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  if (request.url === '/inside') response.end('{}')
  else response.writeHead(307, { location: '/inside' }).end()
})
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())
beforeEach(() => void asked.splice(0))

const twilio = () =>
  createTwilioSmsSender({ accountSid: 'AC1', authToken: 'token', from: '+1', apiUrl: url, publicUrl: undefined })

test.each([
  ['the card provider', () => callProvider(`${url}/v1`, { headers: {} })],
  ['the SMS provider', () => twilio().check()],
  ['an IPFS node', () => createKuboPinner({ apiUrl: url }).check()],
  ['a pinning service', () => createPinningService({ apiUrl: url, token: 'token' }).check()],
  ['a node', () => createChainClient(url).getBlockNumber()],
  ['a node, about contracts of others', () => createOutsideClient(url).getBlockNumber()],
])('%s is not followed to another address', async (_service, call) => {
  await expect(call()).rejects.toThrow()
  expect(asked.length).toBeGreaterThan(0)
  expect(asked).not.toContain('/inside')
})
