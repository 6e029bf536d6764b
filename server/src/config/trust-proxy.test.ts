import { describe, expect, it, test } from 'vitest'
import { readSettings } from './read-settings.ts'
import { createProxyTrust, parseTrustProxy } from './trust-proxy.ts'

/** The client as Fastify finds it: from the peer backwards, up to the first that is not trusted. */
function clientOf(setting: string, peer: string, forwardedFor: string[]): string {
  const isTrusted = createProxyTrust(parseTrustProxy(setting) ?? expect.fail(setting))
  const chain = [peer, ...forwardedFor.toReversed()]
  const first = chain.findIndex((address, hop) => !isTrusted(address, hop))
  return (first === -1 ? chain.at(-1) : chain[first]) as string
}

const FORGED = '198.51.100.1'

describe('TRUST_PROXY', () => {
  it('counts hops from the right', () => {
    expect(clientOf('1', '10.0.0.1', [FORGED, '203.0.113.7'])).toBe('203.0.113.7')
    expect(clientOf('2', '10.0.0.1', [FORGED, '203.0.113.7', '10.0.0.2'])).toBe('203.0.113.7')
    expect(clientOf('1', '203.0.113.7', [])).toBe('203.0.113.7')
    expect(clientOf('0', '203.0.113.7', [FORGED])).toBe('203.0.113.7')
  })

  it('believes only the addresses and networks it names', () => {
    const setting = '10.0.0.0/8, 192.0.2.1,fd00::/8'
    expect(clientOf(setting, '10.1.2.3', [FORGED, '203.0.113.7'])).toBe('203.0.113.7')
    expect(clientOf(setting, '::ffff:10.1.2.3', ['203.0.113.7'])).toBe('203.0.113.7')
    expect(clientOf(setting, 'fd00::1', [FORGED, '203.0.113.7', '192.0.2.1'])).toBe('203.0.113.7')
    expect(clientOf(setting, '192.0.2.2', [FORGED])).toBe('192.0.2.2')
    expect(clientOf(setting, '10.1.2.3', [FORGED, 'unknown'])).toBe('unknown')
  })
})

const tryTo = (TRUST_PROXY: string) => () => readSettings({ TRUST_PROXY })

test.each([
  'true',
  'false',
  'yes',
  '-1',
  '1.5',
  '11',
  '*',
  'loopback',
  'proxy.internal',
  '0.0.0.0/0',
  '::/0',
  // Two halves of the Internet.
  '0.0.0.0/1,128.0.0.0/1',
  '::/1,8000::/1',
  '10.0.0.0/33',
  '10.0.0.1,',
  'fe80::1%eth0',
])('TRUST_PROXY=%s is refused', (value) =>
  expect(tryTo(value)).toThrow('TRUST_PROXY: must be the number of proxies in a row'),
)

test.each(['', '0', '1', '10', '127.0.0.1', '10.0.0.0/8,2001:db8::/32'])('TRUST_PROXY=%s is taken', (value) =>
  expect(tryTo(value)).not.toThrow(),
)
