import ipaddr from 'ipaddr.js'

/**
 * One subscriber's network: the address itself, of IPv6 its /64. Some proxies write the client's port behind it. Whose connection is
 * gone before the request is looked at has no address: all of those are one network.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return ''
  const withoutPort = address.replace(/^\[([^\]]*)\](:\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  if (!ipaddr.isValid(withoutPort)) return withoutPort
  const parsed = ipaddr.process(withoutPort)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return parsed.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')
}
