import { type Html, html, trustedHtml } from '../http/html.ts'

/** The content of a mail; the layout is the same for all of them. */
export type MailContent = {
  heading: string
  paragraphs: string[]
  /** The action, as a button and as a plain address below it. */
  action?: { label: string; url: string }
  /** The page where mails of this kind are ended. */
  unsubscribePage?: string
  brand?: string
}

const FONT = trustedHtml("'Instrument Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif")

/** One mail in the product's look, as text and as HTML that mail programs understand: tables, inline styles, no images. */
export function renderMail(content: MailContent): { text: string; html: string } {
  return { text: renderText(content), html: String(renderHtml(content)) }
}

function renderText({ heading, paragraphs, action, unsubscribePage, brand = 'Verso' }: MailContent): string {
  const lines = [heading, ...paragraphs]
  if (action) lines.push(`${action.label}:\n${action.url}`)
  const end = unsubscribePage ? `\nNo more mails like this: ${unsubscribePage}\n` : ''
  return `${lines.join('\n\n')}\n\n-- \n${brand}\n${end}`
}

function renderHtml({ heading, paragraphs, action, unsubscribePage, brand = 'Verso' }: MailContent): Html {
  const body = paragraphs.map(
    (text) => html`<p style="margin:0 0 16px;font:400 16px/24px ${FONT};color:#4e4d54">${text}</p>\n`,
  )
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light">
<title>${heading}</title>
</head>
<body style="margin:0;padding:0;background:#faf9f6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#faf9f6">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 0 20px;font:600 20px/28px ${FONT};letter-spacing:-.02em;color:#121213">${brand}</td></tr>
<tr><td style="padding:32px;background:#ffffff;border:1px solid #e2e0d9;border-radius:14px">
<h1 style="margin:0 0 16px;font:600 28px/34px ${FONT};letter-spacing:-.02em;color:#121213">${heading}</h1>
${body}
${action && renderAction(action)}
</td></tr>
<tr><td style="padding:20px 0 0;font:400 13px/18px ${FONT};color:#66656c">You get this mail because of your account at ${brand}.${unsubscribePage && html` <a href="${unsubscribePage}" style="color:#566600">No more mails like this</a>`}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`
}

function renderAction({ label, url }: { label: string; url: string }): Html {
  return html`<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:14px 24px;border-radius:10px;background:#d6f24a;font:600 16px/24px ${FONT};color:#121213;text-decoration:none">${label}</a></p>
<p style="margin:0;font:400 13px/18px ${FONT};color:#66656c;word-break:break-all">Or open this address: <a href="${url}" style="color:#566600">${url}</a></p>`
}
