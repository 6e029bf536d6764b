// Stripe's form in a frame of ours: it tells its parent what happened in the words of every other provider's page.
const { key, parent: parentOrigin } = document.body.dataset
const byId = (id) => document.getElementById(id)
const isFramed = globalThis.parent !== globalThis.self && parentOrigin !== ''
const tell = (type, data) => isFramed && globalThis.parent.postMessage({ type, data }, parentOrigin)

/** First from behind the #; after a bank's page Stripe has put it into the query. */
const secret =
  new URLSearchParams(location.hash.slice(1)).get('secret') ??
  new URLSearchParams(location.search).get('payment_intent_client_secret')

/** The status that the shop is told, the text shown here, and whether nothing can be entered any more. */
const STATES = {
  succeeded: { status: 'success', text: 'Payment received.', isOver: true },
  processing: {
    status: 'pending',
    text: 'Your payment is being confirmed. This can take a moment.',
    isOver: true,
  },
  requires_action: { status: 'pending', text: 'Your bank asks for one more step.', isOver: false },
  canceled: { status: 'canceled', text: 'This payment was cancelled. Nothing was charged.', isOver: true },
  requires_payment_method: { status: 'failed', text: null, isOver: false },
}

function showError(message) {
  byId('error').textContent = message ?? ''
  byId('error').hidden = !message
}

function show(intent) {
  const state = STATES[intent?.status]
  if (!state) return
  byId('form').hidden = state.isOver
  byId('outcome').hidden = state.text === null
  byId('outcome').textContent = state.text ?? ''
  tell('payment-status', {
    status: state.status,
    payment_id: intent.metadata?.payment_id ?? '',
    order_id: intent.id ?? null,
    tx_id: null,
  })
}

/** Takes what Stripe answered: the payment as it is now, or why it did not work. */
function take({ error, paymentIntent }) {
  if (paymentIntent) return show(paymentIntent)
  showError(error?.message ?? 'The payment did not work. Try another way to pay.')
  if (error && error.type !== 'validation_error') show(error.payment_intent ?? { status: 'requires_payment_method' })
}

async function pay(stripe, elements) {
  byId('pay').disabled = true
  showError(null)
  const return_url = `${location.origin}${location.pathname}?origin=${encodeURIComponent(parentOrigin)}`
  try {
    take(await stripe.confirmPayment({ elements, confirmParams: { return_url }, redirect: 'if_required' }))
  } finally {
    byId('pay').disabled = false
  }
}

function mountForm(stripe) {
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
    pay(stripe, elements).catch((error) => showError(error.message))
  })
}

/** The frame gets the height that the form needs. */
function fitIntoFrame() {
  const tellHeight = () => tell('height', { height: Math.ceil(document.body.getBoundingClientRect().height) })
  if (isFramed) new globalThis.ResizeObserver(tellHeight).observe(document.body)
}

async function start() {
  fitIntoFrame()
  if (!isFramed) throw new Error('This page only works inside the shop. Go back there to pay.')
  if (!globalThis.Stripe || !key || !secret) throw new Error('The payment form could not be loaded.')
  const stripe = globalThis.Stripe(key)
  const { paymentIntent } = await stripe.retrievePaymentIntent(secret)
  const isReturn = new URLSearchParams(location.search).has('payment_intent_client_secret')
  // A page that was come back to, or was opened a second time, first says how it stands.
  if (paymentIntent && (isReturn || paymentIntent.status !== 'requires_payment_method')) show(paymentIntent)
  if (STATES[paymentIntent?.status]?.isOver) return tell('loaded')
  mountForm(stripe)
  // The bank's step was left: it is asked for again.
  if (paymentIntent?.status === 'requires_action') take(await stripe.handleNextAction({ clientSecret: secret }))
}

start().catch((error) => {
  byId('form').hidden = true
  showError(error.message)
  tell('error', { message: error.message })
})
