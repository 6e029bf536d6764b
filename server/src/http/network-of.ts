/**
 * One subscriber's network: the address itself, of IPv6 its /64. Some proxies write the client's port behind it. Whose connection is
 * gone before the request is looked at has no address: all of those are one network.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return ''
  const withoutPort = address.replace(/^\[([^\]]*)\](:\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  const mapped = withoutPort.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!mapped.includes(':')) return mapped
  const [head = '', tail = ''] = mapped.split('::')
  const left = head.split(':').filter(Boolean)
  const right = mapped.includes('::') ? tail.split(':').filter(Boolean) : []
  const groups = [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return groups.slice(0, 4).join(':')
}
