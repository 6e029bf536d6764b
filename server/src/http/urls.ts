import type { Context } from '../context.ts'

/** The product's origins, for links in answers and mails; without trailing slash. */
export type Urls = { public: string; admin: string; media: string; pay: string }

/**
 * No absolute URL is stored, and none is made from the host that a request names: an origin that is not set is the
 * loopback address with the port of that part of the product (docs/decisions/0131).
 */
export function urlsFor({ config: { host, ports, urls } }: Pick<Context, 'config'>): Urls {
  const name = isOtherLoopback(host) ? host : 'localhost'
  const loopback = (port: number) => `http://${name}:${port}`
  return {
    public: urls.public ?? loopback(ports.public),
    admin: urls.admin ?? loopback(ports.admin),
    media: urls.media ?? loopback(ports.media),
    pay: urls.pay ?? loopback(ports.pay),
  }
}

/** `localhost` does not lead to 127.0.0.2. */
const isOtherLoopback = (host: string): boolean => host.startsWith('127.') && host !== '127.0.0.1'
