import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSearchByKey } from './open-search.ts'

vi.mock('../../lib/when-loaded.ts', () => ({ whenLoaded: vi.fn() }))

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15'
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const field = document.createElement('textarea')

beforeEach(() => {
  document.body.append(field)
  addEventListener('keydown', openSearchByKey)
})
afterEach(() => {
  removeEventListener('keydown', openSearchByKey)
  field.remove()
  vi.restoreAllMocks()
})

test.each([
  ['Ctrl-K', 'a Mac', MAC, { ctrlKey: true }, false],
  ['Cmd-K', 'a Mac', MAC, { metaKey: true }, true],
  ['Ctrl-K', 'Linux', LINUX, { ctrlKey: true }, true],
])('%s in a field on %s opens the search unless the field has a use for it', (_, __, agent, modifier, isTaken) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  const event = new KeyboardEvent('keydown', { key: 'k', bubbles: true, cancelable: true, ...modifier })
  field.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(isTaken)
})
