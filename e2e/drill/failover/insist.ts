import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { callBy, type Client } from '../client.ts'

const PAUSE_MS = 250
/** Longer than any failover: what still fails then is at fault. */
const PATIENCE_MS = 90_000

export type Insistent = Client & {
  /** The payments that the provider's page has told their payers to be paid. */
  paid: ReadonlySet<string>
}

/** A client that was not answered, or was told to come back, asks the same again under the same key, as browsers of ours do. */
export function insist(client: Client): Insistent {
  const paid = new Set<string>()
  const send: Client['send'] = async (call) => {
    const key = randomUUID()
    const endMs = performance.now() + PATIENCE_MS
    for (let attempt = 1; ; attempt++) {
      const answer = await client.send({ ...call, key })
      if (isTemporary(answer) && performance.now() < endMs) {
        await sleep(PAUSE_MS)
        continue
      }
      const payment = /^\/pay\/(.*)\/card$/.exec(call.path)?.[1]
      if (payment === undefined) return answer
      // The answer to the first try was lost: it is paid already, and closed.
      const isPaid = answer.status === 200 || (answer.status === 409 && attempt > 1)
      if (isPaid) paid.add(payment)
      return isPaid ? { ...answer, status: 200 } : answer
    }
  }
  return { ...client, send, call: callBy(send), paid }
}

const isTemporary = ({ status, text }: { status: number; text: string }): boolean =>
  status === 0 ||
  status === 502 ||
  status === 503 ||
  status === 504 ||
  (status === 409 && text.includes('still running'))
