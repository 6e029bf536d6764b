import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { loadTexts } from '../lib/load-texts.ts'
import { eventually } from '../testing/eventually.ts'
import { CodeForm } from './code-form.tsx'

const CODE = '123456'
beforeEach(async () => {
  // Asked for by the boxes; jsdom has no layout.
  document.elementFromPoint = () => null
  await loadTexts()
})

async function open(onVerify: (code: string) => Promise<unknown>): Promise<HTMLElement> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const page = document.createElement('div')
  document.body.append(page)
  const root = createRoot(page)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    page.remove()
    vi.unstubAllGlobals()
  })
  await act(async () =>
    root.render(<CodeForm submitLabel="Go" onVerify={onVerify} onResend={async () => undefined} storageKey="k" />),
  )
  return page
}

async function enter(page: HTMLElement, andThen?: () => void): Promise<void> {
  const field = page.querySelector('input') as HTMLInputElement
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, CODE)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    andThen?.()
  })
}
const submit = (page: HTMLElement) => page.querySelector('form')?.requestSubmit()

test('a code that was right is sent once, also when Enter follows it', async () => {
  const verify = vi.fn(async () => undefined)
  const page = await open(verify)
  await enter(page)
  await eventually(() => expect(verify).toHaveBeenCalledOnce())
  await act(async () => submit(page))
  expect(verify).toHaveBeenCalledOnce()
})

test('a code is sent once, also when Enter comes at the same moment as its last digit', async () => {
  const verify = vi.fn(() => new Promise(() => undefined))
  const page = await open(verify)
  await enter(page, () => submit(page))
  await eventually(() => expect(verify).toHaveBeenCalled())
  await act(async () => submit(page))
  expect(verify).toHaveBeenCalledOnce()
})

test('after a wrong code the next one can be sent', async () => {
  const verify = vi.fn(async () => Promise.reject(new Error('wrong')))
  const page = await open(verify)
  await enter(page)
  await eventually(() => expect(verify).toHaveBeenCalledOnce())
  await enter(page)
  await eventually(() => expect(verify).toHaveBeenCalledTimes(2))
})
