import { isIPv4 } from 'node:net'

/** True for a host that only this machine reaches: `localhost`, 127.0.0.0/8 and ::1. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  if (name === 'localhost' || name === '::1') return true
  const mapped = name.replace(/^::ffff:/, '')
  return isIPv4(mapped) && mapped.startsWith('127.')
}

/** The origin at which a server of ours that listens on `host` is reached on this machine. */
export function ownOrigin(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** The first host of this address that is not on this machine. A PostgreSQL address may name its host in the query. */
export function findRemoteHost(address: string): string | undefined {
  const { hostname, searchParams } = new URL(address)
  const isDatabase = /^postgres(ql)?:/i.test(address)
  const hosts = isDatabase ? [decodeURIComponent(hostname), ...searchParams.getAll('host')] : [hostname]
  // A path is the folder of a local socket.
  return hosts.find((host) => host !== '' && !host.startsWith('/') && !isLoopbackHost(host))
}

export const isDatabaseAddress = (address: string): boolean =>
  /^postgres(ql)?:\/\//i.test(address) &&
  URL.canParse(address) &&
  // Without a host the driver takes one from PGHOST, which could be anywhere.
  (new URL(address).hostname !== '' || new URL(address).searchParams.has('host'))
