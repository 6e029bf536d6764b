import { createHash } from 'node:crypto'

/**
 * A connection keeps the plan of each name, 0.3 to 0.6 MB of a list: a client that asks for every combination of filters must not fill
 * all of them.
 */
const MAX_NAMED = 40

const namesByText = new Map<string, string>()

/** The name under which each connection parses this text once; undefined for a text that is parsed each time. */
export const nameOf = (text: string): string | undefined => namesByText.get(text)

export function nameText(text: string): void {
  if (namesByText.size < MAX_NAMED) namesByText.set(text, createHash('sha256').update(text).digest('hex').slice(0, 32))
}
