/** A file's place in a stack trace is no secret. */
const ADDRESS = /\b(?!file:)[a-z][a-z0-9+.-]*:\/\/[^\s"'`<>\\]*/gi
const HOST = /^(?:\[[0-9a-f:.%]+\]|[\w.-]*\w)?(?::\d+)?(?=\W*$)/i

/**
 * A text with every address in it cut to scheme and host. Addresses of RPC nodes, databases, mail servers and buckets carry
 * their keys as user, path or query, and libraries print them in their errors.
 */
export const withoutUrlSecrets = (text: string): string =>
  text.includes('://') ? text.replaceAll(ADDRESS, cutToHost) : text

function cutToHost(address: string): string {
  const [scheme = '', rest = ''] = address.split(/:\/\/(.*)/s)
  const [authority = ''] = rest.split(/[/?#]/, 1)
  const afterUser = authority.slice(authority.lastIndexOf('@') + 1)
  // A password may hold "/", "?" or "#" as they are: then what looks like the host is a part of it.
  const isWeb = /^(?:https?|wss?)$/i.test(scheme)
  const isSure = isWeb || !rest.slice(authority.length).includes('@')
  const host = isSure ? HOST.exec(afterUser)?.[0] : undefined
  return `${scheme}://${host ?? '…'}`
}

/** The message of an error, safe to log, store or show to an operator. */
export const messageOf = (error: unknown): string =>
  withoutUrlSecrets(error instanceof Error ? error.message : String(error))

/** The same with where it came from; an error for the operator is told by its message alone. */
export const stackOf = (error: unknown): string =>
  withoutUrlSecrets(error instanceof Error ? (error.stack ?? error.message) : String(error))

/** An error with nothing but its name, message and stack: fields of libraries' errors hold addresses and whole requests. */
export function bareError(error: unknown): Error {
  const bare = new Error(messageOf(error))
  if (!(error instanceof Error)) return bare
  bare.name = error.name
  bare.stack = stackOf(error)
  return bare
}
