import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PermanentJobError } from '../../errors/job-errors.ts'
import { createTwilioSmsSender } from './twilio-sms-sender.ts'

/** A stand-in for Twilio's Messages API: the recipient decides the answer. */
const calls: { url: string; authorization: string; form: Record<string, string> }[] = []
const ANSWERS: Record<string, [number, object]> = {
  '+15550000001': [400, { code: 21211, message: 'invalid number' }],
  '+15550000002': [429, { code: 20429 }],
  '+15550000003': [503, {}],
}
let server: Server
let apiUrl = ''

async function answer(request: IncomingMessage): Promise<[number, object]> {
  const form = Object.fromEntries(new URLSearchParams(await text(request)))
  calls.push({ url: request.url ?? '', authorization: request.headers.authorization ?? '', form })
  return ANSWERS[form.To ?? ''] ?? [201, { sid: 'SM1', status: 'queued' }]
}

beforeAll(async () => {
  server = createServer((request, response) => {
    void answer(request).then(([status, body]) => response.writeHead(status).end(JSON.stringify(body)))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())))

const sender = (from = '+15551112222') =>
  createTwilioSmsSender({ accountSid: 'AC1', authToken: 'secret', from, apiUrl, publicUrl: 'https://verso.test' })

test('an SMS is one signed-in form post, with our address for its status', async () => {
  const sent = await sender().send({ id: 'id-1', to: '+94771234567', text: 'Hello' })
  expect(sent).toEqual({ providerRef: 'SM1' })
  expect(calls.at(-1)).toEqual({
    url: '/2010-04-01/Accounts/AC1/Messages.json',
    authorization: `Basic ${Buffer.from('AC1:secret').toString('base64')}`,
    form: {
      To: '+94771234567',
      From: '+15551112222',
      Body: 'Hello',
      StatusCallback: 'https://verso.test/api/messages/id-1/twilio/',
    },
  })
})

test('a messaging service takes the place of a number', async () => {
  await sender('MG1').send({ id: 'id-2', to: '+94771234567', text: 'Hello' })
  expect(calls.at(-1)?.form).toMatchObject({ MessagingServiceSid: 'MG1' })
})

test('a wrong number is given up, too many requests and an outage are tried again', async () => {
  const send = (to: string) => sender().send({ id: 'id-3', to, text: 'Hello' })
  await expect(send('+15550000001')).rejects.toEqual(new PermanentJobError('Twilio answered 400 (21211)'))
  for (const to of ['+15550000002', '+15550000003']) {
    await expect(send(to)).rejects.not.toBeInstanceOf(PermanentJobError)
  }
})
