/** What others show of a page that is linked there (Open Graph). Every address is absolute. */
export type ShareCard = {
  type: 'website' | 'profile'
  brand: string
  title: string
  description: string
  url: string
  image: string | null
  imageAlt: string
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

/** The built page with the card in its head, in place of the title and description that every page has. */
export function renderHead(html: string, card: ShareCard): string {
  const meta = (key: 'name' | 'property', name: string, content: string) =>
    `<meta ${key}="${name}" content="${escaped(content)}">`
  const head = [
    `<title>${escaped(`${card.title} · ${card.brand}`)}</title>`,
    meta('name', 'description', card.description),
    `<link rel="canonical" href="${escaped(card.url)}">`,
    meta('property', 'og:site_name', card.brand),
    meta('property', 'og:type', card.type),
    meta('property', 'og:title', card.title),
    meta('property', 'og:description', card.description),
    meta('property', 'og:url', card.url),
    ...(card.image ? [meta('property', 'og:image', card.image), meta('property', 'og:image:alt', card.imageAlt)] : []),
    meta('name', 'twitter:card', card.image ? 'summary_large_image' : 'summary'),
  ]
  // A function, because `$&` in a title would be a pattern in a replacement text.
  return html.replace(/<meta name="description"[^>]*>/, '').replace(/<title>[^<]*<\/title>/, () => head.join(''))
}
