import type { Member } from '../build-member.ts'

type Call = { method: string; url: string; body: object; idempotencyKey?: string }

/** Undefined when there was no answer, also from a server that was being killed: it may have been done all the same. */
// oxlint-disable-next-line typescript/no-explicit-any -- a test reads answers of any shape
export async function callProduct(member: Member, { method, url, body, idempotencyKey }: Call): Promise<any> {
  try {
    const key = idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }
    const headers = { ...member.headers, 'content-type': 'application/json', ...key }
    const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
    const answer = (await response.json()) as { data?: unknown; errors?: unknown }
    if (response.ok) return answer.data
    const isOurFault = response.status < 500 && response.status !== 409
    if (isOurFault) throw new Error(`${method} ${url}: ${response.status} ${JSON.stringify(answer.errors)}`)
  } catch (error) {
    // The errors of fetch when the connection breaks, and of an answer that was cut in the middle.
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error
  }
  return undefined
}
