type Known = { etag: string; body: unknown }

const KNOWN_MAX = 30
const answers = new Map<string, Known>()
/** The session they belong to. */
let owner: string

/**
 * The last answers to polling, by address. The browser's own cache keeps nothing of a member (`no-store`), so the page
 * remembers it while it is open and asks whether it is still so. Another session's answers are forgotten.
 */
export function knownAnswers(token: string): Map<string, Known> {
  if (token !== owner || answers.size > KNOWN_MAX) answers.clear()
  owner = token
  return answers
}
