import { setTimeout as sleep } from 'node:timers/promises'
import type { Member } from '../../server/test/build-member.ts'

/** A member at a browser: calls the product over HTTP and renews the session when its token has run out, as a page does. */
export type SoakingMember = {
  id: string
  /** Of this moment. */
  headers(): Member['headers']
  call<T>(method: 'GET' | 'PUT' | 'POST', path: string, body?: object): Promise<T>
}

type Tokens = { access: string; refresh: string }

export function openMember(url: string, { id, tokens: first }: Member): SoakingMember {
  let tokens: Tokens = first
  const headers = () => ({ authorization: `Bearer ${tokens.access}` })
  const send = (method: string, path: string, body?: object) =>
    fetch(url + path, {
      method,
      headers: { ...headers(), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const renew = async () => {
    const { refresh } = tokens
    tokens = await read<Tokens>(await send('POST', '/api/auth/token/refresh/', { refresh }), 'a renewal')
  }
  return {
    id,
    headers,
    call: async (method, path, body) => {
      const answer = await send(method, path, body)
      if (answer.status !== 401) return read(answer, `${method} ${path}`)
      await answer.arrayBuffer()
      await renew()
      return read(await send(method, path, body), `${method} ${path}`)
    },
  }
}

async function read<T>(answer: Response, what: string): Promise<T> {
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${what} was answered ${answer.status}: ${text.slice(0, 200)}`)
  return (JSON.parse(text) as { data: T }).data
}

/** A person looks at a page for some seconds. */
export const think = ([shortest, longest]: readonly [number, number]): Promise<void> =>
  sleep(shortest + Math.random() * (longest - shortest))
