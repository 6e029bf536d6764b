type Known = { etag: string; body: unknown }

const KNOWN_MAX = 30
/** The session they belong to. */
let owner: string | null = null
const answers = new Map<string, Known>()

/**
 * What polling has brought last. The browser's own cache keeps nothing of a member (`no-store`), so the page remembers it
 * while it is open and asks whether it is still so.
 */
export function knownAnswer(url: string, token: string | null): Known | undefined {
  if (token !== owner) answers.clear()
  owner = token
  return answers.get(url)
}

export function rememberAnswer(url: string, token: string | null, known: Known): void {
  if (token !== owner) return
  answers.delete(url)
  answers.set(url, known)
  const [oldest] = answers.keys()
  if (answers.size > KNOWN_MAX && oldest !== undefined) answers.delete(oldest)
}
