import { ProviderUnavailable } from './provider.ts'

const TIMEOUT_MS = 8_000
/** Statuses of a call that was not carried out: a conflict under the same key, or too many requests. */
const NOT_CARRIED_OUT: readonly number[] = [409, 429]

export type ProviderCall = {
  method?: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  /** Statuses besides 2xx that the caller understands. */
  accept?: readonly number[]
}

/**
 * One HTTP call to a payment provider.
 * @throws ProviderUnavailable when there is no answer in time, or one that the caller does not understand
 */
export async function callProvider(url: string, call: ProviderCall): Promise<{ status: number; body: unknown }> {
  const { method = 'GET', headers, body, accept = [] } = call
  let response: Response
  let text: string
  try {
    response = await fetch(url, {
      method,
      headers,
      redirect: 'error',
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    text = await response.text()
  } catch (error) {
    throw new ProviderUnavailable(`${method} ${new URL(url).pathname}: ${(error as Error).message}`)
  }
  if (!response.ok && !accept.includes(response.status)) {
    const isAnswered = !NOT_CARRIED_OUT.includes(response.status)
    throw new ProviderUnavailable(`${method} ${new URL(url).pathname} answered ${response.status}`, { isAnswered })
  }
  return { status: response.status, body: parseJson(text) }
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    throw new ProviderUnavailable('the answer is not JSON')
  }
}
