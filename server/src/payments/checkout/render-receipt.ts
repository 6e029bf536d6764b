import { chainName } from '@verso/protocol/chains'
import { formatCents } from '@verso/protocol/money'
import { type Html, html, trustedHtml } from '../../http/html.ts'
import { priceCentsOf } from '../records/network-fee.ts'
import type { PaymentDetails } from '../records/queries.ts'

export type ReceiptBuyer = { name: string; email: string }
/** The amount that was paid, also when another one was asked for, and how much of it has gone back. */
export type ReceiptMoney = { paidCents: number; refundedCents: number }
type Receipt = ReceiptMoney & { brand: string; buyer: ReceiptBuyer; seller: string | undefined }

/** How it was paid, in the words of the buyer. */
const METHODS: Record<string, string> = {
  sandbox: 'Test payment, no real money',
  stripe: 'Card, through Stripe',
  wert: 'Card, through Wert',
}

/** A receipt as a page to read and to print. `seller` is the public name; a top-up has none. */
export function renderReceipt(
  details: PaymentDetails,
  { brand, buyer, seller, paidCents, refundedCents }: Receipt,
): string {
  const rows: [string, string][] = [
    ['Order', details.id],
    ['Date', formatDate(details.captured_at ?? details.created_at)],
    ['Paid by', `${buyer.name}, ${buyer.email}`],
    ...(seller ? ([['Sold by', seller]] as [string, string][]) : []),
    ['Paid with', METHODS[details.provider] ?? 'Card'],
    ...(details.provider_ref ? ([['Reference', details.provider_ref]] as [string, string][]) : []),
    ...(details.nft_chain ? ([['Network', chainName(details.nft_chain)]] as [string, string][]) : []),
  ]
  if (details.refunded_at) rows.push(['Refunded', formatDate(details.refunded_at)])
  const items = itemsOf(details).map(([name, cents]) => html`<tr><td>${name}</td><td>${usd(cents)}</td></tr>`)
  return renderPage(
    `Receipt ${details.id}`,
    brand,
    html`<dl>${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<table>
<thead><tr><th scope="col">Item</th><th scope="col">Amount</th></tr></thead>
<tbody>${items}</tbody>
<tfoot><tr><th scope="row">Total paid</th><td>${usd(paidCents)}</td></tr></tfoot>
</table>
<footer>${details.refunded_at ? inWords({ paidCents, refundedCents }) : 'Thank you.'}</footer>`,
  )
}

const inWords = ({ paidCents, refundedCents }: ReceiptMoney): string =>
  refundedCents < paidCents ? `${usd(refundedCents)} were refunded.` : 'This payment was refunded in full.'

const usd = (cents: number): string => `${formatCents(cents)} USD`

function itemsOf(details: PaymentDetails): [string, number][] {
  if (!details.nft_name) return [['Transaction credits', details.amount_cents]]
  const nft: [string, number] = [`NFT “${details.nft_name}”`, priceCentsOf(details)]
  return details.network_fee_cents > 0 ? [nft, ['Network fee', details.network_fee_cents]] : [nft]
}

/** A link that is older than its 90 days: the buyer finds a new one on the order's page. */
export const renderExpiredReceipt = ({ brand, orderUrl }: { brand: string; orderUrl: string }): string =>
  renderPage(
    'This link has expired',
    brand,
    html`<p>The link to this receipt was good for 90 days. Sign in and open the order to see the receipt.</p>
<p><a href="${orderUrl}">Open the order</a></p>`,
  )

const renderPage = (title: string, brand: string, content: Html): string =>
  String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${trustedHtml(STYLE)}</style>
</head>
<body>
<main>
<header><strong>${brand}</strong><h1>Receipt</h1></header>
${content}
</main>
</body>
</html>
`)

const formatDate = (date: Date): string =>
  `${date.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`

const STYLE = `
*{box-sizing:border-box;margin:0}
body{background:#faf9f6;color:#121213;font:400 15px/22px "Instrument Sans Variable",system-ui,sans-serif;padding:32px 16px}
main{max-width:640px;margin:0 auto;padding:40px;background:#fff;border:1px solid #e2e0d9;border-radius:14px}
header{display:flex;justify-content:space-between;align-items:baseline;font-size:22px;letter-spacing:-.02em;padding-bottom:24px;border-bottom:1px solid #e2e0d9}
header h1{font-size:inherit}
header h1,dt,th,footer{color:#66656c;font-weight:400}
dl{display:grid;gap:8px;padding:24px 0}
dl div{display:grid;grid-template-columns:120px 1fr;gap:12px}
dd{margin:0;overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse}
th,td{padding:12px 0;border-top:1px solid #e2e0d9;text-align:left}
td:last-child,th:last-child{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
tfoot th,tfoot td{color:#121213;font-weight:600}
p{padding-top:24px}
footer{padding-top:24px;border-top:1px solid #e2e0d9}
@media print{body{background:#fff;padding:0}main{border:0;padding:0;max-width:none}}
@media (max-width:480px){main{padding:24px}dl div{grid-template-columns:1fr;gap:0}}
`
