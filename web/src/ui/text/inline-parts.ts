export type InlinePart = { text: string; isBold?: true; href?: string }

const BOLD_OR_LINK = /\*\*([^*\n]+)\*\*|\[([^\]\n]+)\]\(([^)\s]+)\)/g
/** The targets that a link of a page may have; one with another (javascript: among them) stays the text it is. */
const SAFE_TARGET = /^(?:https?:\/\/|mailto:|\/(?!\/)|#)/i

/** Bold and links of one line of text; the rest is text. */
export function splitInline(text: string): InlinePart[] {
  const parts: InlinePart[] = []
  let from = 0
  for (const match of text.matchAll(BOLD_OR_LINK)) {
    const [whole, bold, label, href = ''] = match
    if (label !== undefined && !SAFE_TARGET.test(href)) continue
    if (match.index > from) parts.push({ text: text.slice(from, match.index) })
    parts.push(bold !== undefined ? { text: bold, isBold: true } : { text: label ?? '', href })
    from = match.index + whole.length
  }
  if (from < text.length) parts.push({ text: text.slice(from) })
  return parts
}
