import { act, useState } from 'react'
import { expect, test } from 'vitest'
import { openScreen } from '../../testing/open-screen.tsx'
import { Dropzone } from './dropzone.tsx'

const right = new File(['1'], 'right.png', { type: 'image/png' })

function Form() {
  const [file, setFile] = useState<File>()
  return (
    <>
      <Dropzone label="Picture" accept={{ 'image/png': ['.png'] }} maxBytes={9} file={file} onFile={setFile} />
      <button type="button" id="paste" onClick={() => setFile(right)}>
        Paste
      </button>
    </>
  )
}

test('a refusal is over when another file comes, and stays so without it', async () => {
  const page = await openScreen(<Form />)
  const input = page.querySelector('input') as HTMLInputElement
  Object.defineProperty(input, 'files', { value: [new File(['1'], 'wrong.txt', { type: 'text/plain' })] })
  const isRefused = () => page.querySelector('[data-invalid]') !== null
  await act(async () => void input.dispatchEvent(new Event('change', { bubbles: true })))
  expect(isRefused()).toBe(true)
  await act(async () => page.querySelector<HTMLElement>('#paste')?.click())
  expect(isRefused()).toBe(false)
  await act(async () => page.querySelector<HTMLElement>('[aria-label="Remove Picture"]')?.click())
  expect(isRefused()).toBe(false)
})
