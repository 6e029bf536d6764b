import { z } from 'zod'
import { PermanentJobError } from '../../errors/job-errors.ts'
import type { SmsSender } from './sms-sender.ts'

export type TwilioOptions = {
  accountSid: string
  authToken: string
  /** A number of ours, or the id of a messaging service (MG…). */
  from: string
  apiUrl: string
  /** Our public origin, for status callbacks; without it none are asked for. */
  publicUrl: string | undefined
}

const TIMEOUT_MS = 15_000
const TOO_MANY_REQUESTS = 429
const created = z.object({ sid: z.string() })
const refused = z.object({ code: z.number().optional(), message: z.string().optional() })

/** SMS by Twilio's Messages API. Twilio has no idempotency key: after a crash in the middle an SMS may come twice. */
export function createTwilioSmsSender(options: TwilioOptions): SmsSender {
  const account = `${options.apiUrl.replace(/\/+$/, '')}/2010-04-01/Accounts/${options.accountSid}`
  const authorization = `Basic ${Buffer.from(`${options.accountSid}:${options.authToken}`).toString('base64')}`
  const call = (url: string, body?: URLSearchParams) =>
    fetch(url, {
      ...(body && { method: 'POST', body }),
      headers: { authorization },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  return {
    name: 'twilio',
    send: async ({ id, to, text }) => {
      const response = await call(`${account}/Messages.json`, form(options, { id, to, text }))
      if (!response.ok) throw await errorOf(response)
      return { providerRef: created.parse(await response.json()).sid }
    },
    check: async () => {
      const response = await call(`${account}.json`)
      if (!response.ok) throw new Error(`Twilio answered ${response.status}`)
    },
  }
}

function form(options: TwilioOptions, { id, to, text }: { id: string; to: string; text: string }): URLSearchParams {
  const body = new URLSearchParams({ To: to, Body: text })
  body.set(options.from.startsWith('MG') ? 'MessagingServiceSid' : 'From', options.from)
  if (options.publicUrl) body.set('StatusCallback', `${options.publicUrl}/api/messages/${id}/twilio/`)
  return body
}

/** Twilio's 4xx are for good (a wrong number, a blocked country), except "too many requests"; the rest is tried again. */
async function errorOf(response: Response): Promise<Error> {
  const { code } = refused.catch({}).parse(await response.json().catch(() => ({})))
  const reason = `Twilio answered ${response.status}${code ? ` (${code})` : ''}`
  const isForGood = response.status < 500 && response.status !== TOO_MANY_REQUESTS
  return isForGood ? new PermanentJobError(reason) : new Error(reason)
}
