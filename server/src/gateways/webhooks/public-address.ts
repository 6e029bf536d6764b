import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isLoopbackHost } from '../../config/hosts.ts'

/** The addresses that are assigned on the internet; other IPv6 is local, reserved, or carries an IPv4 address inside. */
const ASSIGNED_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an IP address is one of the internet, and not of a private network, of this machine, or with a meaning of its own. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.process(address)
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(ASSIGNED_IPV6))
}

type Allowed = { allowsLoopback: boolean }

/** Whether the host of a call, an IP address or what its name stands for, may be called. */
export const mayCall = (address: string, { allowsLoopback }: Allowed): boolean =>
  isPublicAddress(address) || (allowsLoopback && isLoopbackHost(address))

/** The problem of an address that shows before its name is looked up; undefined: none. */
export function findAddressProblem(text: string, allowed: Allowed): string | undefined {
  const { protocol, hostname, username, password } = new URL(text)
  if (username || password) return 'The address must not hold a name or a password'
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const isOwn = isLoopbackHost(host.replace(/\.$/, ''))
  const isHttp = protocol === 'http:' && allowed.allowsLoopback && isOwn
  if (protocol !== 'https:' && !isHttp) return 'The address must begin with https://'
  const isKnown = isIP(host) !== 0 || isOwn
  const isRefused = isIP(host) === 0 ? !allowed.allowsLoopback : !mayCall(host, allowed)
  return isKnown && isRefused ? 'This address is in a private network' : undefined
}
