import { BlockList, isIP } from 'node:net'

/** The peers that may say whose request they hand on: none, so many hops in a row, or these addresses and networks. */
export type TrustProxy = { hops: number; networks: string[] }

const MAX_HOPS = 10
export const TRUST_PROXY_RULE =
  'must be the number of proxies in a row (1 to 10), or their addresses or networks with commas between (10.0.0.0/8); 0 or unset: none'

/** @returns undefined when the text is neither a number of hops nor a list of addresses */
export function parseTrustProxy(text: string): TrustProxy | undefined {
  if (/^\d+$/.test(text)) {
    const hops = Number(text)
    return hops <= MAX_HOPS ? { hops, networks: [] } : undefined
  }
  const networks = text.split(',').map((part) => part.trim())
  return networks.every(isNetwork) ? { hops: 0, networks } : undefined
}

/** The widest networks of one owner, 10.0.0.0/8 and fc00::/7: two halves of the Internet would trust every peer. */
const MIN_PREFIX = { 4: 8, 6: 7 } as const

/** An address or a CIDR. */
function isNetwork(text: string): boolean {
  const [, address = '', , prefix] = /^([^/]+)(\/(\d{1,3}))?$/.exec(text) ?? []
  const family = isIP(address)
  if (family === 0 || address.includes('%')) return false
  if (prefix === undefined) return true
  return Number(prefix) >= MIN_PREFIX[family === 4 ? 4 : 6] && Number(prefix) <= (family === 4 ? 32 : 128)
}

/** Asked of each address from the peer backwards; the first that is not trusted is the client. */
export type IsTrusted = (address: string | undefined, hop: number) => boolean

export function createProxyTrust({ hops, networks }: TrustProxy): IsTrusted {
  if (hops > 0) return (_address, hop) => hop < hops
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address = '') => {
    const family = isIP(address)
    return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6')
  }
}
