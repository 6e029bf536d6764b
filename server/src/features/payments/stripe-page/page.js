// Stripe's form in a frame of ours: it tells its parent what happened in the words of every other provider's page.
const byId = (id) => document.getElementById(id)
const tell = (type, data) => globalThis.parent.postMessage({ type, data }, location.origin)

/** First from behind the #; after a bank's page Stripe has put the secret into the query, and we the key. */
const given = new URLSearchParams(location.hash.slice(1))
const returned = new URLSearchParams(location.search)
const key = given.get('key') ?? returned.get('key')
const secret = given.get('secret') ?? returned.get('payment_intent_client_secret')

const EVENTS = {
  succeeded: ['success', 'Payment received.'],
  processing: ['pending', 'Your payment is being confirmed. This can take a moment.'],
  requires_action: ['pending', 'Your bank asks for one more step.'],
  canceled: ['canceled', 'This payment was cancelled. Nothing was charged.'],
  requires_payment_method: ['failed', null],
}

function showError(message) {
  byId('error').textContent = message ?? ''
  byId('error').hidden = !message
}

function show(intent) {
  const [status, text] = EVENTS[intent?.status] ?? []
  if (!status) return
  const isOver = text !== null
  byId('form').hidden = isOver
  byId('outcome').hidden = !isOver
  byId('outcome').textContent = text ?? ''
  tell('payment-status', {
    status,
    payment_id: intent.metadata?.payment_id ?? '',
    order_id: intent.id ?? null,
    tx_id: null,
  })
}

async function pay(stripe, elements) {
  byId('pay').disabled = true
  showError(null)
  const return_url = `${location.origin}/pay/stripe/?key=${encodeURIComponent(key)}`
  const { error, paymentIntent } = await stripe.confirmPayment({
    elements,
    confirmParams: { return_url },
    redirect: 'if_required',
  })
  byId('pay').disabled = false
  if (paymentIntent) return show(paymentIntent)
  showError(error?.message ?? 'The payment did not work. Try another way to pay.')
  if (error && error.type !== 'validation_error') show(error.payment_intent ?? { status: 'requires_payment_method' })
}

async function start() {
  if (!globalThis.Stripe || !key || !secret) throw new Error('The payment form could not be loaded.')
  const stripe = globalThis.Stripe(key)
  const { paymentIntent } = await stripe.retrievePaymentIntent(secret)
  // A page that was come back to, or was opened a second time, first says how it stands.
  if (paymentIntent && (location.search || paymentIntent.status !== 'requires_payment_method')) show(paymentIntent)
  const elements = stripe.elements({ clientSecret: secret })
  const element = elements.create('payment')
  element.on('ready', () => {
    byId('pay').disabled = false
    tell('loaded')
  })
  element.on('loaderror', ({ error }) => tell('error', { message: error.message }))
  element.mount('#element')
  byId('form').addEventListener('submit', (event) => {
    event.preventDefault()
    void pay(stripe, elements)
  })
}

start().catch((error) => {
  showError(error.message)
  tell('error', { message: error.message })
})
