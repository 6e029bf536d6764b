import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { findAddressProblem, mayCall } from './public-address.ts'

type Lookup = (
  host: string,
  options: { all: true; family?: number | 'IPv4' | 'IPv6' },
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void
type Post = {
  headers: Record<string, string>
  body: string
  /** Outside production, for programs on this machine. */
  allowsLoopback: boolean
  timeoutMs?: number
  lookup?: Lookup
}
type WebhookAnswer = { status: number; start: string }

const TIMEOUT_MS = 10_000
const ANSWER_MAX_BYTES = 1_024

/**
 * One signed call of an address that an operator has named. Its name is looked up for this call, and only the addresses that were checked
 * are connected to. Redirects are answers as any other.
 * @returns the status, and the first kilobyte of the answer
 * @throws Error in words for the operator, when there was no answer
 */
export async function postWebhook(url: string, { timeoutMs = TIMEOUT_MS, ...post }: Post): Promise<WebhookAnswer> {
  const problem = findAddressProblem(url, post)
  if (problem) throw new Error(problem)
  const signal = AbortSignal.timeout(timeoutMs)
  // Ends the wait also where the call is already over for Node, which then tells nothing of its end.
  const late = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  try {
    const answer = await Promise.race([send(url, post, signal), late])
    return { status: answer.statusCode ?? 0, start: await readStart(answer) }
  } catch (error) {
    throw signal.aborted ? new Error(`No answer within ${timeoutMs / 1_000} seconds`, { cause: error }) : error
  }
}

function send(url: string, post: Omit<Post, 'timeoutMs'>, signal: AbortSignal): Promise<IncomingMessage> {
  const request = new URL(url).protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    request(url, {
      method: 'POST',
      headers: { ...post.headers, 'content-length': String(Buffer.byteLength(post.body)) },
      // A connection of its own: one that is kept would be to an address of an earlier look-up.
      agent: false,
      lookup: checkedLookup(post),
      signal,
    })
      .on('response', resolve)
      // Without it a 101 closes the connection, and neither an answer nor an error is told.
      .on('upgrade', (_answer, socket) => {
        socket.destroy()
        reject(new Error('Answered 101'))
      })
      .on('error', reject)
      .end(post.body)
  })
}

/** Gives the connection no address that may not be called. */
const checkedLookup =
  ({ lookup = systemLookup, allowsLoopback }: Pick<Post, 'lookup' | 'allowsLoopback'>): LookupFunction =>
  (host, options, callback) =>
    lookup(host, { all: true, ...(options.family && { family: options.family }) }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new Error(`${host} has no address`), [])
      if (!addresses.every(({ address }) => mayCall(address, { allowsLoopback })))
        return callback(new Error(`${host} is in a private network`), [])
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })

/** The part of the answer that came in time: the status alone says whether the call was taken. */
async function readStart(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      // Leaving the loop ends the connection.
      if (bytes >= ANSWER_MAX_BYTES) break
    }
  } catch {
    // Cut short, or ended by the signal.
  }
  // PostgreSQL stores no NUL.
  return Buffer.concat(chunks).subarray(0, ANSWER_MAX_BYTES).toString('utf8').replaceAll('\0', '\u{fffd}')
}
