import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { LoadMore } from './load-more.tsx'

/** Tells what it is asked to watch once, as a browser does; where the end is never out of sight, it has nothing to add. */
class AlwaysInSight {
  private readonly tell: (entries: { isIntersecting: boolean }[]) => void
  constructor(tell: AlwaysInSight['tell']) {
    this.tell = tell
  }
  observe() {
    this.tell([{ isIntersecting: true }])
  }
  disconnect() {}
}

test('a list goes on loading when its next page arrives before the loader was visible', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('IntersectionObserver', AlwaysInSight)
  const load = vi.fn()
  const root = createRoot(document.createElement('div'))
  const show = (loadedAtMs: number) =>
    act(async () =>
      root.render(<LoadMore hasMore isLoading={false} hasFailed={false} loadedAtMs={loadedAtMs} load={load} />),
    )
  await show(1)
  await show(1)
  expect(load).toHaveBeenCalledTimes(1)
  await show(2)
  expect(load).toHaveBeenCalledTimes(2)
  await act(async () => root.unmount())
})
