import type { Context } from '../../context.ts'
import { CLIENT_TEST_ADDRESS, doctorToken } from '../../health/doctor-token.ts'
import type { DoctorCheck } from './check.ts'

/** In the time of the whole command. */
const ANSWER_MAX_MS = 1_200
const THIS_MACHINE = 'not set: the product is for this machine alone'

/** The product as browsers and providers reach it: by its addresses, through what stands before it. */
export const OUTSIDE_CHECKS: DoctorCheck[] = [
  {
    name: 'addresses',
    mend: 'Start the product, and check DNS, TLS and the proxy of the address that is named: it hands on Host.',
    run: async ({ config: { urls } }) => {
      const given = [urls.public, urls.admin].filter((url) => url !== undefined)
      await Promise.all(given.map((url) => askHealth(url)))
      return given.join(', ') || THIS_MACHINE
    },
  },
  {
    name: 'proxy',
    mend: 'Set TRUST_PROXY to the number of proxies, or to their addresses (docs/decisions/0130-behind-a-proxy.md).',
    run: describeProxy,
  },
  {
    name: 'webhooks',
    mend: "Let the provider's requests through to PUBLIC_URL/api/payments/webhooks/.",
    run: async ({ config: { urls }, payments }) => {
      if (!urls.public) return THIS_MACHINE
      const url = `${urls.public}/api/payments/webhooks/${payments.name}/`
      const { status } = await ask(url, { method: 'POST', body: '{}' })
      // Unsigned, it is refused by ourselves.
      if (status !== 400 && status !== 401 && status !== 403) throw new Error(`${url} answers ${status}`)
      return `${url} is reached`
    },
  },
]

/** A client that names another address before its own must not be believed, and a proxy must not be taken for the client. */
async function describeProxy(ctx: Context): Promise<string> {
  const { urls, trustProxy } = ctx.config
  if (!urls.public) return THIS_MACHINE
  const { address } = await askHealth(urls.public, {
    'x-verso-doctor': doctorToken(ctx),
    'x-forwarded-for': CLIENT_TEST_ADDRESS,
  })
  if (address === undefined) throw new Error('the product that answers has another SECRET_KEY')
  if (address === CLIENT_TEST_ADDRESS) throw new Error('TRUST_PROXY believes what a client says of its own address')
  const isTrusting = trustProxy.hops > 0 || trustProxy.networks.length > 0
  return `this machine is seen as ${address}${isTrusting ? '' : '; if that is the proxy, TRUST_PROXY is missing'}`
}

async function askHealth(url: string, headers: Record<string, string> = {}): Promise<{ address?: string }> {
  const answer = await ask(`${url}/api/health/`, { headers })
  if (answer.status !== 200) throw new Error(`${url} answers ${answer.status}`)
  const { data } = (await answer.json()) as { data: { address?: string } }
  return data
}

async function ask(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MAX_MS) })
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string; message?: string } }
    throw new Error(`${url} is not reached: ${cause?.code ?? cause?.message ?? message}`)
  }
}
