import { readFile } from 'node:fs/promises'
import { JSDOM } from 'jsdom'
import { expect, it, vi } from 'vitest'
import { renderPayPage } from './render-pay-page.ts'

const payment = {
  payment_id: '0198c0de-0000-7000-8000-000000000001',
  order_id: '7',
  purpose: 'Tide',
  amount_cents: 1_250,
  receiver: '0x00',
  commodity: 'MATIC',
  state: 'created',
  expires_at: new Date(Date.now() + 600_000),
}
type Page = Parameters<typeof renderPayPage>[0]
const stateOf = (state: string, message: string | null = null) => ({ state, message, event: { status: null } })

/** The payment page with its script; `answers` in place of the provider's. */
async function openPage(answers: Record<string, () => unknown>) {
  const html = await renderPayPage({ payment, brand: 'Verso', parentOrigin: null, theme: 'dark' } as unknown as Page)
  const { window } = new JSDOM(html, { url: 'http://localhost/', runScripts: 'outside-only' })
  window.Element.prototype.scrollIntoView = () => undefined
  window.fetch = async (path) => {
    const name = String(path).split('/').at(-1) ?? ''
    const answer = await answers[name]?.()
    return answer instanceof Response ? answer : Response.json(answer)
  }
  window.eval(`{${await readFile(new URL('pay.js', import.meta.url), 'utf8')}}`)
  const byId = (id: string) => window.document.getElementById(id) as HTMLButtonElement
  const shows = (text: string) =>
    vi.waitFor(() => expect(byId('error').hidden ? '' : byId('error').textContent).toContain(text), 10_000)
  const pay = () => {
    window.document.querySelector<HTMLElement>('.use')?.click()
    byId('pay-button').click()
  }
  return { window, byId, shows, pay }
}

const neverReached = () => {
  throw new TypeError('Failed to fetch')
}

it('a card whose answer is lost says so, and what became of the payment once the provider answers', async () => {
  let state: () => unknown = () => stateOf('created')
  const page = await openPage({ state: () => state(), card: neverReached })
  state = neverReached
  page.pay()
  await page.shows('The payment provider cannot be reached.')
  state = () => stateOf('created')
  await page.shows('The payment is still open. Please try again.')

  state = neverReached
  page.pay()
  await page.shows('The payment provider cannot be reached.')
  state = () => stateOf('failed', 'Your card was declined.')
  await page.shows('Your card was declined.')

  state = neverReached
  page.pay()
  await page.shows('The payment provider cannot be reached.')
  state = () => stateOf('succeeded')
  await vi.waitFor(() => expect(page.byId('outcome-title').textContent).toBe('Payment received'), 10_000)
  page.window.close()
})

it.each([
  ['a page of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['a failure of the provider', () => Response.json({ error: 'Something went wrong' }, { status: 500 })],
])('%s in place of an answer is no answer either', async (_, card) => {
  const page = await openPage({ state: neverReached, card })
  page.pay()
  await page.shows('The payment provider cannot be reached.')
  page.window.close()
})

it('the bank’s question says when its answer is lost', async () => {
  const page = await openPage({ state: () => stateOf('requires_action'), challenge: neverReached })
  await vi.waitFor(() => expect(page.byId('challenge').hidden).toBe(false), 10_000)
  page.byId('challenge-ok').click()
  await page.shows('The payment provider cannot be reached.')
  expect(page.byId('error').closest('[hidden]')).toBeNull()
  page.window.close()
})

it('a refusal of the provider is said in its words', async () => {
  const refused = () => Response.json({ error: 'The card number is not valid.' }, { status: 422 })
  const page = await openPage({ state: () => stateOf('created'), card: refused })
  page.pay()
  await page.shows('The card number is not valid.')
  page.window.close()
})

it('a button that waits for its answer keeps the focus, and is not pressed twice', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<object>()
  const card = vi.fn(() => answered)
  const page = await openPage({ state: () => stateOf('created'), card })
  page.pay()
  const button = page.byId('pay-button')
  expect([button.disabled, button.ariaDisabled]).toEqual([false, 'true'])
  button.click()
  page.byId('cancel-button').click()
  answer(stateOf('failed', 'Your card was declined.'))
  await page.shows('Your card was declined.')
  await vi.waitFor(() => expect(button.ariaDisabled).toBeNull())
  expect(page.window.document.activeElement?.id).toBe('pay-button')
  expect(card).toHaveBeenCalledOnce()
  page.window.close()
})

it('back from the bank the focus is on the payment form', async () => {
  const challenge = () => stateOf('failed', 'Your bank did not confirm the payment.')
  const page = await openPage({ state: () => stateOf('requires_action'), challenge })
  await vi.waitFor(() => expect(page.byId('challenge').hidden).toBe(false), 10_000)
  page.byId('challenge-fail').focus()
  page.byId('challenge-fail').click()
  await page.shows('Your bank did not confirm the payment.')
  expect(page.window.document.activeElement?.id).toBe('pay-button')
  page.window.close()
})
