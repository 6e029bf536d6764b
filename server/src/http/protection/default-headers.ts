import { ServerResponse } from 'node:http'

/** The headers of every answer, also of one given before a port's own rules are set; those take their place. */
export const DEFAULT_HEADERS = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** Begins with these headers, so the answers that Node and Fastify give by themselves have them too. */
export class GuardedResponse extends ServerResponse {
  constructor(...given: ConstructorParameters<typeof ServerResponse>) {
    super(...given)
    for (const [name, value] of Object.entries(DEFAULT_HEADERS)) this.setHeader(name, value)
  }
}
