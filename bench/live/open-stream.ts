import { type Agent, type ClientRequest, get } from 'node:http'
import type { Member } from '../../server/test/build-member.ts'

/** The stream that an open page holds: ends with its request. */
export const openStream = (url: string, { headers }: Pick<Member, 'headers'>, agent: Agent): Promise<ClientRequest> =>
  new Promise((resolve, reject) => {
    const request = get(`${url}/api/live/`, { headers, agent }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`a stream was answered ${response.statusCode}`))
      response.resume()
      response.on('close', () => request.destroy())
      resolve(request)
    })
    request.on('error', reject)
  })
