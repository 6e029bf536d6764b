import { type Visit, type VisitOptions, visit } from './browser.ts'
import { readOutbox } from './outbox.ts'

/** A signed-in member who calls the API; for what a test needs to be there and does not look at. */
export type ApiMember = {
  // oxlint-disable-next-line typescript/no-explicit-any -- the API's answers, whose shapes its own schemas check
  call(method: string, path: string, body?: object): Promise<any>
}

type SignIn = { email: string; password: string; phone: string }

/** Password and SMS code, as a person gives them; an admin calls the admin site. */
export async function signInByApi(productUrl: string, member: SignIn, callsUrl = productUrl): Promise<ApiMember> {
  const { access } = await getTokens(productUrl, member)
  return { call: (method, path, body) => request(callsUrl, { method, path, body, token: access }) }
}

/** A visit that begins signed in, where the sign-in is not the subject; its page is still empty. */
export async function visitAs(productUrl: string, member: SignIn, options: VisitOptions = {}): Promise<Visit> {
  const { access, refresh } = await getTokens(productUrl, member)
  const kept = { adminToken: access, refreshToken: refresh }
  return visit({ ...options, kept: { origin: productUrl, values: kept } })
}

async function getTokens(productUrl: string, member: SignIn): Promise<{ access: string; refresh: string }> {
  const sentSince = new Date().toISOString()
  const credentials = { username: member.email, password: member.password }
  const temporary = await post(productUrl, '/api/auth/token/', credentials)
  const otp = await readOutbox(productUrl, member.phone, 'code', sentSince)
  return post(productUrl, '/api/auth/verify/otp/', { otp }, temporary.access)
}

const post = (url: string, path: string, body: object, token?: string) =>
  request(url, { method: 'POST', path, body, token })

async function request(
  url: string,
  { method, path, body, token }: { method: string; path: string; body: object | undefined; token: string | undefined },
) {
  const answer = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const json = (await answer.json()) as { data?: unknown; errors?: unknown }
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(json.errors)}`)
  return json.data as any
}
