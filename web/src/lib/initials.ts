import { memberName } from '@verso/protocol/users/member-name'

type Named = {
  first_name?: string | null
  last_name?: string | null
  display_name?: string | null
  email?: string | null
}

/**
 * The letters of an avatar (docs/rules.md R10): the first letters of first and last name, else the first two letters of whichever
 * name exists, else the first and last letter of the e-mail.
 */
export function initialsOf({ first_name, last_name, display_name, email }: Named): string {
  const [first, last, display] = [first_name, last_name, display_name].map((name) => name?.trim() ?? '')
  if (first && last) return upper(start(first, 1) + start(last, 1))
  const name = first || last || display
  if (name) return upper(start(name, 2))
  return upper(email ? (email[0] ?? '') + (email.at(-1) ?? '') : '')
}

/** By characters: an emoji is more than one unit of a text. */
const start = (text: string, count: number) => [...text].slice(0, count).join('')
const upper = (text: string) => text.toLocaleUpperCase('en')

/** The name of a member wherever others can see it, as in the activity log: never the e-mail. */
export const memberNameOf = (member: Named & { id: string }): string =>
  memberName({ id: member.id, display_name: member.display_name ?? null, first_name: member.first_name ?? null })

/** The name of a person for themselves and for the staff. */
export const nameOf = ({ display_name, first_name, last_name, email }: Named): string =>
  display_name || [first_name, last_name].filter(Boolean).join(' ') || email || ''
