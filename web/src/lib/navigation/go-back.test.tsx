import { addressOf } from '@verso/protocol/pages/pages'
import { afterEach, expect, test, vi } from 'vitest'
import { goBack } from './go-back.ts'

afterEach(() => history.replaceState(null, ''))

test.each([
  [null, [addressOf('home'), { replace: true }]],
  [{ idx: 0 }, [addressOf('home'), { replace: true }]],
  [{ idx: 2 }, [-1]],
])('a page opened directly goes back to Explore, another one to the page before: %j', (state, called) => {
  history.replaceState(state, '')
  const navigate = vi.fn()
  goBack(navigate)
  expect(navigate).toHaveBeenCalledExactlyOnceWith(...called)
})
