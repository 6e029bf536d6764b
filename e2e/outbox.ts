type Message = {
  channel: 'email' | 'sms'
  to: string
  subject: string | null
  code: string | null
  link: string | null
  created_at: string
}

const WAIT_MS = 90_000

/** Waits for the newest message to `to` that is younger than `sinceIso` and has what is asked for. */
export async function readOutbox(
  productUrl: string,
  to: string,
  wanted: 'code' | 'link',
  sinceIso = '',
): Promise<string> {
  const endMs = Date.now() + WAIT_MS
  while (Date.now() < endMs) {
    const answer = await fetch(`${productUrl}/api/dev/outbox/?to=${encodeURIComponent(to)}`)
    const { data } = (await answer.json()) as { data: Message[] }
    const found = data.find((message) => message[wanted] && message.created_at > sinceIso)?.[wanted]
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no message with a ${wanted} for ${to}`)
}
