const { payment, order, parent: parentOrigin, expires } = document.body.dataset
const POLL_MS = 1_000
const byId = (id) => document.getElementById(id)

/** The real widget's protocol: a type, and for `payment-status` the status. Sent to the embedding page only. */
function tell(type, data) {
  const origin = parentOrigin || globalThis.location.ancestorOrigins?.[0]
  if (globalThis.parent !== globalThis && origin) globalThis.parent.postMessage({ type, data }, origin)
}

let lastStatus = null
function tellStatus(event) {
  if (!event?.status || event.status === lastStatus) return
  lastStatus = event.status
  tell('payment-status', event)
}

class NoAnswer extends Error {}
const NOT_REACHED =
  'The payment provider cannot be reached. Check your connection: once it is back, this page shows how your payment stands.'
const STILL_OPEN = 'The payment is still open. Please try again.'

async function call(path, body) {
  const headers = { 'content-type': 'application/json' }
  const options = body && { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(`/pay/${payment}/${path}`, options).catch(() => undefined)
  const answer = await response?.json().catch(() => undefined)
  if (!answer || response.status >= 500) throw new NoAnswer(NOT_REACHED)
  if (!response.ok) throw new Error(answer.error ?? 'Something went wrong')
  return answer
}

const OUTCOMES = {
  succeeded: ['ok', '✓', 'Payment received', 'You can close this window.'],
  refunded: ['ok', '✓', 'Payment refunded', 'The money is on its way back.'],
  disputed: ['bad', '!', 'Payment disputed', 'Your bank has taken this payment back.'],
  canceled: ['bad', '×', 'Payment cancelled', 'Nothing was charged.'],
  expired: ['bad', '×', 'Time is over', 'Nothing was charged. Go back and start again.'],
  pending: ['wait', '', 'Waiting for confirmation', 'Please wait, this can take a moment.'],
}

function showOutcome(state) {
  const [look, icon, title, text] = OUTCOMES[state]
  byId('outcome-icon').className = `icon ${look}`
  byId('outcome-icon').textContent = icon
  byId('outcome-title').textContent = title
  byId('outcome-text').textContent = text
  byId('close-button').hidden = state === 'pending' || globalThis.parent === globalThis
  byId('outcome').focus()
}

function showError(message) {
  const error = byId('error')
  if (byId('challenge').hidden) byId('cancel-button').before(error)
  else byId('challenge').append(error)
  error.textContent = message ?? ''
  error.hidden = !message
}

let poll
function lookLater() {
  clearTimeout(poll)
  poll = setTimeout(look, POLL_MS)
}

/** As the last answer said; the page begins with the form of a new payment. */
let knownState = 'created'
/** Shows the state, tells the parent, and keeps looking while it can still change by itself. */
function show(answer) {
  const { state } = answer
  knownState = state
  const hasOutcome = state in OUTCOMES
  const wasAway = byId('pay').hidden
  byId('pay').hidden = hasOutcome || state === 'requires_action'
  byId('challenge').hidden = state !== 'requires_action'
  byId('outcome').hidden = !hasOutcome
  if (hasOutcome) showOutcome(state)
  if (state === 'requires_action') byId('challenge-ok').focus()
  if (wasAway && !byId('pay').hidden) byId('pay-button').focus()
  showError(
    state === 'failover' ? 'This way of paying does not work right now. Try another card or crypto.' : answer.message,
  )
  tellStatus(answer.event)
  clearTimeout(poll)
  if (!['succeeded', 'canceled', 'expired', 'refunded', 'disputed'].includes(state)) lookLater()
}

/** Changes at each action and at its answer, so that answers of earlier look-ups are dropped. */
let done = 0
/** The last action may have arrived all the same: the next look-up tells, also while the buyer types. */
let isUnanswered = false

async function look() {
  const before = done
  try {
    const answer = await call('state')
    if (done !== before) return lookLater()
    // While the buyer types or is about to press, only a change of the content redraws it.
    const isEditing = !byId('pay').hidden && !(answer.state in OUTCOMES) && answer.state !== 'requires_action'
    const isSame = answer.state === knownState
    knownState = answer.state
    if (isUnanswered && isSame) showError(STILL_OPEN)
    if (isSame || (isEditing && !isUnanswered)) lookLater()
    else show(answer)
    isUnanswered = false
  } catch {
    lookLater()
  }
}

/** Not `disabled`, which would take the focus away: `act` refuses a second press. */
function setActing(button, isActing) {
  const change = isActing ? 'setAttribute' : 'removeAttribute'
  for (const each of document.querySelectorAll('.btn:not(#copy, #close-button)')) each[change]('aria-disabled', 'true')
  button[change]('aria-busy', 'true')
}

async function act(button, path, body) {
  if (button.ariaDisabled) return
  setActing(button, true)
  showError(null)
  lastStatus = null
  isUnanswered = false
  done++
  try {
    show(await call(path, body))
  } catch (error) {
    isUnanswered = error instanceof NoAnswer
    showError(error.message)
    byId('error').scrollIntoView({ block: 'nearest' })
  } finally {
    done++
    setActing(button, false)
  }
}

function chooseTab(name) {
  for (const each of ['card', 'crypto']) {
    byId(`tab-${each}`).setAttribute('aria-selected', String(each === name))
    byId(`tab-${each}`).tabIndex = each === name ? 0 : -1
    byId(`panel-${each}`).hidden = each !== name
  }
  showError(null)
}

const digitsOf = (text) => text.replaceAll(/\D/g, '')
const groups = (text) =>
  digitsOf(text)
    .slice(0, 19)
    .replaceAll(/(\d{4})(?=\d)/g, '$1 ')

function formatExpiry(input) {
  const digits = digitsOf(input.value).slice(0, 4)
  if (digits.length > 2) input.value = `${digits.slice(0, 2)} / ${digits.slice(2)}`
}

const CHECKS = {
  number: [(text) => digitsOf(text).length >= 12, 'Enter your card number.'],
  expiry: [(text) => digitsOf(text).length === 4, 'Enter the expiry date.'],
  cvc: [(text) => digitsOf(text).length >= 3, 'Enter the security code.'],
  name: [(text) => text.trim() !== '', 'Enter the name on the card.'],
}

function submitCard(event) {
  event.preventDefault()
  const card = Object.fromEntries(new FormData(event.target))
  let firstWrong
  for (const [name, [isRight, message]] of Object.entries(CHECKS)) {
    const isWrong = !isRight(card[name])
    byId(name).setAttribute('aria-invalid', String(isWrong))
    if (isWrong) firstWrong ??= { name, message }
  }
  if (!firstWrong) return void act(byId('pay-button'), 'card', card)
  showError(firstWrong.message)
  byId(firstWrong.name).focus()
}

function useTestCard(number) {
  byId('number').value = number
  byId('expiry').value = `12 / ${String((new Date().getFullYear() + 3) % 100).padStart(2, '0')}`
  byId('cvc').value = '123'
  byId('name').value = 'Test Person'
  byId('scheme').textContent = 'VISA'
  byId('pay-button').focus()
}

function tick() {
  const seconds = Math.max(0, Math.floor((Date.parse(expires) - Date.now()) / 1000))
  const clock = byId('clock')
  clock.textContent = byId('pay').hidden
    ? ''
    : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left`
  clock.classList.toggle('late', seconds < 120)
}

function listen() {
  for (const name of ['card', 'crypto']) {
    byId(`tab-${name}`).addEventListener('click', () => chooseTab(name))
    byId(`tab-${name}`).addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
      const other = name === 'card' ? 'crypto' : 'card'
      chooseTab(other)
      byId(`tab-${other}`).focus()
    })
  }
  byId('number').addEventListener('input', ({ target }) => {
    if (target.selectionStart === target.value.length) target.value = groups(target.value)
    byId('scheme').textContent = target.value.startsWith('4')
      ? 'VISA'
      : /^5[1-5]/.test(target.value)
        ? 'MASTERCARD'
        : ''
  })
  byId('expiry').addEventListener('input', ({ target, inputType }) => {
    if (!inputType?.startsWith('delete')) formatExpiry(target)
  })
  byId('cvc').addEventListener('input', ({ target }) => (target.value = digitsOf(target.value)))
  byId('card-form').addEventListener('submit', submitCard)
  for (const button of document.querySelectorAll('.use'))
    button.addEventListener('click', () => useTestCard(button.dataset.card))
  byId('sent-button').addEventListener('click', ({ target }) => act(target, 'crypto', {}))
  byId('cancel-button').addEventListener('click', ({ target }) => act(target, 'cancel', {}))
  byId('challenge-ok').addEventListener('click', ({ target }) => act(target, 'challenge', { result: 'ok' }))
  byId('challenge-fail').addEventListener('click', ({ target }) => act(target, 'challenge', { result: 'fail' }))
  byId('close-button').addEventListener('click', () => tell('close'))
  byId('copy').addEventListener('click', async ({ target }) => {
    byId('address').select()
    await navigator.clipboard?.writeText(byId('address').value).catch(() => undefined)
    target.textContent = 'Copied'
  })
}

/** The embedding page says what is bought for how much, and gives the form the height it needs. */
function fitIntoFrame() {
  if (globalThis.parent === globalThis) return
  document.body.classList.add('framed')
  const card = document.querySelector('.card')
  new ResizeObserver(() => tell('height', { height: Math.ceil(card.getBoundingClientRect().height) })).observe(card)
}

fitIntoFrame()
if (payment) {
  listen()
  tick()
  setInterval(tick, 1_000)
  tell('loaded')
  tell('position', { step: 'home', order_id: order })
  void look()
}
