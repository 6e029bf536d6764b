import { formatCents } from '@verso/protocol/money'
import { type Html, html, trustedHtml } from '../../../http/html.ts'
import type { SandboxPayment } from '../store.ts'

/** A fixed rate: nothing is really bought here. */
const USD_CENTS_PER_COIN = 48

type Page = {
  payment: SandboxPayment | undefined
  brand: string
  parentOrigin: string | null
  theme: 'dark' | 'light' | 'system'
}

/** The payment form as a page of its own, made to sit in a frame of 400 px or fill a phone. */
export async function renderPayPage({ payment, brand, parentOrigin, theme }: Page): Promise<string> {
  const body = payment
    ? await renderForm(payment, brand)
    : html`<main class="card" aria-label="Payment"><p class="notice" role="alert">This payment does not exist.</p></main>`
  const data = payment
    ? html` data-payment="${payment.payment_id}" data-order="${payment.order_id}" data-state="${payment.state}" data-expires="${payment.expires_at.toISOString()}"`
    : null
  const page = html`<!doctype html>
<html lang="en" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Pay with ${brand} Sandbox</title>
<link rel="preload" href="/assets/font.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/assets/pay.css">
<link rel="stylesheet" href="/assets/pay-parts.css">
</head>
<body${data} data-parent="${parentOrigin}">
${body}
<script src="/assets/pay.js" type="module"></script>
</body>
</html>
`
  return String(page)
}

async function renderForm(payment: SandboxPayment, brand: string): Promise<Html> {
  const amount = formatCents(payment.amount_cents)
  const coins = (payment.amount_cents / USD_CENTS_PER_COIN).toFixed(4)
  const { receiver, commodity, purpose } = payment
  const { default: qrcode } = await import('qrcode')
  const qr = await qrcode.toString(`ethereum:${receiver}@137?value=${coins}e18`, {
    type: 'svg',
    margin: 1,
    color: { dark: '#0b0b0c', light: '#ffffff' },
  })
  return html`<main class="card" aria-label="Payment">
  <header class="head">
    <div class="who"><span class="mark" aria-hidden="true">S</span><span>${brand} Sandbox <span class="badge">Test mode</span></span></div>
    <p class="clock" id="clock"></p>
  </header>
  <h1 class="amount"><span class="sr">Amount to pay: </span>${amount} <span class="unit">USD</span></h1>
  <p class="purpose">${purpose}</p>

  <div id="pay">
    <div class="tabs" role="tablist" aria-label="How to pay">
      <button class="tab" role="tab" id="tab-card" aria-controls="panel-card" aria-selected="true" type="button">Card</button>
      <button class="tab" role="tab" id="tab-crypto" aria-controls="panel-crypto" aria-selected="false" tabindex="-1" type="button">Crypto</button>
    </div>

    <section id="panel-card" role="tabpanel" aria-labelledby="tab-card">
      <form id="card-form" novalidate>
        <div class="field"><label for="number">Card number</label>
          <div class="control"><input id="number" name="number" inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234" maxlength="23" required><span class="scheme" id="scheme" aria-hidden="true"></span></div></div>
        <div class="pair">
          <div class="field"><label for="expiry">Expiry date</label><input id="expiry" name="expiry" inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY" maxlength="7" required></div>
          <div class="field"><label for="cvc">Security code</label><input id="cvc" name="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="CVC" maxlength="4" required></div>
        </div>
        <div class="field"><label for="name">Name on card</label><input id="name" name="name" autocomplete="cc-name" placeholder="Full name" maxlength="140" required></div>
        <button class="btn primary" id="pay-button" type="submit">Pay ${amount} USD</button>
      </form>
    </section>

    <section id="panel-crypto" role="tabpanel" aria-labelledby="tab-crypto" hidden>
      <div class="qr" role="img" aria-label="QR code of the receiving address">${trustedHtml(qr)}</div>
      <dl class="facts">
        <div><dt>Send exactly</dt><dd class="num">${coins} ${commodity}</dd></div>
        <div><dt>Network</dt><dd>Polygon</dd></div>
      </dl>
      <div class="field"><label for="address">To this address</label>
        <div class="control"><input id="address" value="${receiver}" readonly><button class="btn small" id="copy" type="button">Copy</button></div></div>
      <button class="btn primary" id="sent-button" type="button">I have sent it</button>
    </section>
    <p class="error" id="error" role="alert" hidden></p>
    <button class="btn ghost" id="cancel-button" type="button">Cancel payment</button>
    <details class="tests"><summary>Test cards</summary>
      <ul>
        ${testCard('4242 4242 4242 4242', 'Succeeds')}
        ${testCard('4000 0000 0000 3220', '3-D Secure step')}
        ${testCard('4000 0000 0000 0002', 'Declined')}
        ${testCard('4000 0000 0000 9995', 'Insufficient funds')}
        ${testCard('4000 0000 0000 0119', 'Times out')}
        ${testCard('4000 0000 0000 0077', 'Slow, succeeds late')}
      </ul>
    </details>
  </div>

  <section id="challenge" hidden>
    <div class="bank"><p class="bank-name">Test Bank · 3-D Secure</p><h2>Your bank asks you to confirm</h2>
      <p>Are you paying ${amount} USD to ${brand}?</p>
      <div class="pair"><button class="btn" id="challenge-fail" type="button">Fail</button><button class="btn primary" id="challenge-ok" type="button">Complete</button></div></div>
  </section>

  <section id="outcome" class="outcome" aria-live="polite" tabindex="-1" hidden>
    <div class="icon" id="outcome-icon" aria-hidden="true"></div><h2 id="outcome-title"></h2><p id="outcome-text"></p>
    <button class="btn" id="close-button" type="button" hidden>Close</button>
  </section>
  <footer class="foot">Nothing is charged: this provider is for trying things out.</footer>
</main>`
}

const testCard = (number: string, effect: string): Html =>
  html`<li><button type="button" class="use" data-card="${number}"><span class="num">${number}</span><span>${effect}</span></button></li>`
