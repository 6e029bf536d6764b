import { type Html, html, trustedHtml } from '../../http/html.ts'

export type Feed = {
  /** Its own address, which is also its id. */
  url: string
  /** The page that it follows. */
  pageUrl: string
  title: string
  author: string
  updatedAt: Date
  entries: FeedEntry[]
}
export type FeedEntry = {
  id: string
  url: string
  title: string
  author: { name: string; url: string }
  text: string
  imageUrl: string
  publishedAt: Date
  updatedAt: Date
}

const DECLARATION = trustedHtml('<?xml version="1.0" encoding="utf-8"?>\n')

/** Atom (RFC 4287). Text becomes XML as it becomes HTML: escaped, and without the few characters that XML has no way to write. */
export const renderFeed = ({ url, pageUrl, title, author, updatedAt, entries }: Feed): string =>
  String(html`${DECLARATION}<feed xmlns="http://www.w3.org/2005/Atom">
<id>${url}</id>
<title>${xmlText(title)}</title>
<updated>${updatedAt.toISOString()}</updated>
<author><name>${xmlText(author)}</name></author>
<link rel="self" type="application/atom+xml" href="${url}"/>
<link rel="alternate" type="text/html" href="${pageUrl}"/>
${entries.map(entryOf)}</feed>
`)

const entryOf = ({ id, url, title, author, text, imageUrl, publishedAt, updatedAt }: FeedEntry): Html => html`<entry>
<id>urn:uuid:${id}</id>
<title>${xmlText(title)}</title>
<published>${publishedAt.toISOString()}</published>
<updated>${updatedAt.toISOString()}</updated>
<author><name>${xmlText(author.name)}</name><uri>${author.url}</uri></author>
<link rel="alternate" type="text/html" href="${url}"/>
<content type="html">${xmlText(String(contentOf({ text, imageUrl })))}</content>
</entry>
`

/** HTML as text: the reader of the feed unpacks it. */
const contentOf = ({ text, imageUrl }: Pick<FeedEntry, 'text' | 'imageUrl'>): Html =>
  html`<p><img src="${imageUrl}" alt=""></p>${text && html`<p>${text}</p>`}`

// oxlint-disable-next-line no-control-regex -- these are what XML 1.0 leaves out
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const xmlText = (text: string): string => text.toWellFormed().replace(NO_XML, '')
