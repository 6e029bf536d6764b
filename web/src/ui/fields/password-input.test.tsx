import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { loadTexts } from '../../lib/load-texts.ts'
import { PasswordInput } from './password-input.tsx'

test('a password is masked until its owner asks to see it', async () => {
  await loadTexts()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const host = document.createElement('div')
  const root = createRoot(host)
  await act(async () => root.render(<PasswordInput name="password" autoComplete="current-password" />))
  const type = () => host.querySelector('input')?.type
  const press = () => act(async () => host.querySelector('button')?.click())
  expect(type()).toBe('password')
  await press()
  expect(type()).toBe('text')
  await press()
  expect(type()).toBe('password')
  await act(async () => root.unmount())
})
