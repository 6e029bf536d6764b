import type { Selectable } from 'kysely'
import type { MessagesTable } from '../../db/types.gen.ts'
import { type Html, html, trustedHtml } from '../../http/html.ts'

const REFRESH_SECONDS = 5
/** The product's mark (web/public/favicon.svg): this page works without a built front end. */
const FAVICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26"><rect width="26" height="26" rx="7" fill="#d6f24a"/><path d="M6.5 7.5h4l2.6 8 2.6-8h3.8l-4.6 11.4h-3.7z" fill="#0b0b0c"/></svg>',
)}`
const STYLE = trustedHtml(`
:root{color-scheme:dark;--bg:#0b0b0c;--s1:#121214;--line:#29292e;--fg:#f6f5f2;--fg2:#b5b4bb;--accent:#d6f24a}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--fg);font:400 16px/24px "Instrument Sans Variable",system-ui,sans-serif}
main{max-width:760px;margin:0 auto;padding:48px 16px}
h1{margin:0 0 4px;font-size:28px;line-height:34px;letter-spacing:-.02em}
main>p{margin:0 0 24px;color:var(--fg2)}
form{display:flex;gap:8px;margin:0 0 24px}
input{flex:1;min-width:0;height:44px;padding:0 14px;border:1px solid #6f6e78;border-radius:10px;background:var(--s1);color:var(--fg);font:inherit}
button,.action{display:inline-block;height:44px;padding:0 20px;border:0;border-radius:10px;background:var(--accent);color:#0b0b0c;font-family:inherit;font-size:16px;font-weight:600;line-height:44px;text-decoration:none}
article{margin:0 0 16px;padding:20px;border:1px solid var(--line);border-radius:14px;background:var(--s1)}
header{display:flex;flex-wrap:wrap;gap:4px 12px;color:var(--fg2);font-size:13px;line-height:18px}
header b{color:var(--fg);font-weight:500}
h2{margin:8px 0 0;font-size:20px;line-height:28px;letter-spacing:-.02em}
pre{margin:12px 0 0;white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;color:var(--fg2)}
.code{margin:12px 0 0;font-size:28px;line-height:34px;letter-spacing:.12em;font-variant-numeric:tabular-nums;color:var(--accent)}
.action{margin:16px 0 0}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
`)

/** The development outbox for a person: newest first, links that work, no script. */
export function renderOutboxPage(
  messages: Selectable<MessagesTable>[],
  options: { brand: string; to: string },
): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="refresh" content="${REFRESH_SECONDS}">
<link rel="icon" href="${FAVICON}" type="image/svg+xml">
<title>Outbox - ${options.brand}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Outbox</h1>
<p>Mail and SMS that ${options.brand} would have sent. Newest first; the page renews itself.</p>
<form method="get" role="search"><input name="to" type="search" value="${options.to}" aria-label="Recipient" placeholder="E-mail address or phone"><button>Show</button></form>
${messages.length > 0 ? messages.map(renderMessage) : html`<p>No messages yet.</p>`}
</main>
</body>
</html>`
  return String(page)
}

function renderMessage(message: Selectable<MessagesTable>): Html {
  const time = message.created_at.toISOString()
  const kind = message.channel === 'sms' ? 'SMS' : 'E-mail'
  return html`<article>
<header><span>${kind}</span><b>${message.recipient}</b><time datetime="${time}">${time.replace('T', ' ').slice(0, 19)} UTC</time></header>
${message.subject && html`<h2>${message.subject}</h2>`}
${message.code && html`<p class="code">${message.code}</p>`}
<pre>${message.body_text}</pre>
${message.link && html`<a class="action" href="${message.link}">Open the link</a>`}
</article>
`
}
