import { html } from '../../http/html.ts'

/** The preview that other sites show of a link to a page (Open Graph). Every address is absolute. */
export type ShareCard = {
  type: 'website' | 'profile'
  brand: string
  title: string
  description: string
  url: string
  image: string | null
  imageAlt: string
  /** The member's works as a feed. */
  feed?: string
}

/** The built page with the card in its head, in place of the title and description that every page has. */
export function renderHead(page: string, card: ShareCard): string {
  const meta = (key: 'name' | 'property', name: string, content: string) =>
    html`<meta ${key}="${name}" content="${content}">`
  const head = [
    html`<title>${card.title} · ${card.brand}</title>`,
    meta('name', 'description', card.description),
    html`<link rel="canonical" href="${card.url}">`,
    ...(card.feed
      ? [html`<link rel="alternate" type="application/atom+xml" title="${card.title}" href="${card.feed}">`]
      : []),
    meta('property', 'og:site_name', card.brand),
    meta('property', 'og:type', card.type),
    meta('property', 'og:title', card.title),
    meta('property', 'og:description', card.description),
    meta('property', 'og:url', card.url),
    ...(card.image ? [meta('property', 'og:image', card.image), meta('property', 'og:image:alt', card.imageAlt)] : []),
    meta('name', 'twitter:card', card.image ? 'summary_large_image' : 'summary'),
  ]
  // A function, because `$&` in a title would be a pattern in a replacement text.
  return page.replace(/<meta name="description"[^>]*>/, '').replace(/<title>[^<]*<\/title>/, () => head.join(''))
}
