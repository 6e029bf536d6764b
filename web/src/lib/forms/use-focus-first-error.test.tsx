import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../../testing/open-screen.tsx'
import { useFocusFirstError } from './use-focus-first-error.ts'

const focusFirstError = vi.fn()
const Page = () => {
  focusFirstError.mockImplementation(useFocusFirstError())
  return <input id="page" aria-invalid />
}

test.each([
  ['in a dialog gets the focus before one on the page behind it', undefined, 'dialog'],
  ['on the page gets it while a dialog closes', '', 'page'],
])('an error %s', async (_what, closed, focused) => {
  Element.prototype.scrollIntoView = vi.fn()
  await openScreen(
    <>
      <Page />
      <div role="dialog" data-closed={closed}>
        <input id="dialog" aria-invalid />
      </div>
    </>,
  )
  await act(async () => focusFirstError())
  expect(document.activeElement?.id).toBe(focused)
})
