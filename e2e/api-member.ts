import { type Visit, type VisitOptions, visit } from './browser.ts'
import { readOutbox } from './outbox.ts'

/** A signed-in member who calls the API; for what a test needs to be there and does not look at. */
export type ApiMember = {
  // oxlint-disable-next-line typescript/no-explicit-any -- the API's answers, whose shapes its own schemas check
  call(method: string, path: string, body?: object): Promise<any>
}

type SignIn = { email: string; password: string; phone: string }
type Tokens = { access: string; refresh: string }
type MemberVisit = Visit & { member: ApiMember }

/** Password and SMS code, as a person gives them; an admin calls the admin site. */
export async function signInByApi(productUrl: string, member: SignIn, callsUrl = productUrl): Promise<ApiMember> {
  return callerOf(callsUrl, await getTokens(productUrl, member))
}

/** A visit that begins signed in, where the sign-in is not the subject; its page is still empty. */
export async function visitAs(productUrl: string, member: SignIn, options: VisitOptions = {}): Promise<MemberVisit> {
  const tokens = await getTokens(productUrl, member)
  const values = { adminToken: tokens.access, refreshToken: tokens.refresh }
  return {
    ...(await visit({ ...options, kept: { origin: productUrl, values } })),
    member: callerOf(productUrl, tokens),
  }
}

/** The same as a member who has just joined, where that is not the subject either. */
export async function visitAsNew(productUrl: string, member: SignIn, options?: VisitOptions): Promise<MemberVisit> {
  const { email, password, phone } = member
  await post(productUrl, '/api/auth/register/', { email, password, confirm_password: password })
  const link = new URL(await readOutbox(productUrl, email, 'link'))
  await request(productUrl, { method: 'GET', path: `/api/auth/verify/email/${link.search}` })
  const { access } = await post(productUrl, '/api/auth/token/', { username: email, password })
  await post(productUrl, '/api/auth/verify/resend-mobile/', { phone }, access)
  const token = await readOutbox(productUrl, phone, 'code')
  await post(productUrl, '/api/auth/verify/mobile/', { token }, access)
  return visitAs(productUrl, member, options)
}

const callerOf = (url: string, { access }: Tokens): ApiMember => ({
  call: (method, path, body) => request(url, { method, path, body, token: access }),
})

async function getTokens(productUrl: string, member: SignIn): Promise<Tokens> {
  const sentSince = new Date().toISOString()
  const credentials = { username: member.email, password: member.password }
  const temporary = await post(productUrl, '/api/auth/token/', credentials)
  const otp = await readOutbox(productUrl, member.phone, 'code', sentSince)
  return post(productUrl, '/api/auth/verify/otp/', { otp }, temporary.access)
}

const post = (url: string, path: string, body: object, token?: string) =>
  request(url, { method: 'POST', path, body, token })

type Call = { method: string; path: string; body?: object | undefined; token?: string | undefined }

async function request(url: string, { method, path, body, token }: Call) {
  const answer = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const json = (await answer.json()) as { data?: unknown; errors?: unknown }
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(json.errors)}`)
  return json.data as any
}
