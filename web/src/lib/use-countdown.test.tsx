import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useCountdown } from './use-countdown.ts'

test('a countdown with a storage key goes on after a reload', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const onRender = vi.fn<(countdown: ReturnType<typeof useCountdown>) => void>()
  const seen = () => onRender.mock.lastCall?.[0]
  function Counter() {
    onRender(useCountdown(0, 'resendAt'))
    return null
  }
  const first = createRoot(document.createElement('div'))
  await act(async () => first.render(<Counter />))
  expect(seen()?.[0]).toBe(0)
  await act(async () => seen()?.[1](30))
  await act(async () => first.unmount())
  const reloaded = createRoot(document.createElement('div'))
  await act(async () => reloaded.render(<Counter />))
  expect(seen()?.[0]).toBe(30)
  await act(async () => reloaded.unmount())
})
