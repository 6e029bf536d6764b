/** The name shown for a member: display name, else first name, else `member-xxxxxx`; never the e-mail (docs/rules.md R36). */
export function memberName(member: { id: string; display_name: string | null; first_name: string | null }): string {
  return member.display_name || member.first_name || `member-${member.id.slice(-6)}`
}
