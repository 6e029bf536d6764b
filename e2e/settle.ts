import type { BrowserContext, Page, Request } from 'playwright-core'
import { expect } from 'vitest'

const openRequests = new WeakMap<Page, Set<Request>>()
const requestsOf = (page: Page): Set<Request> => {
  const known = openRequests.get(page) ?? new Set<Request>()
  openRequests.set(page, known)
  return known
}

/** Video and audio are streamed for as long as they play, and what changes for as long as the page is open. */
const isAwaited = (request: Request) =>
  request.method() === 'GET' && request.resourceType() !== 'media' && !request.url().endsWith('/api/live/')

/** Keeps the open requests of each page of a context. */
export function noteRequests(context: BrowserContext): void {
  context.on('page', (page) => {
    const open = requestsOf(page)
    page.on('request', (request) => {
      // The requests of the document before are cancelled.
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear()
      if (isAwaited(request)) open.add(request)
    })
    page.on('requestfinished', (request) => open.delete(request))
    page.on('requestfailed', (request) => open.delete(request))
  })
}

/**
 * The page has no open request, and nothing on it loads, fades or moves. Playwright's `networkidle` fires once for each
 * document: usually before a dialog opens, and never when a request stays open from the first half second on.
 */
export async function waitUntilSettled(page: Page): Promise<void> {
  await expect
    .poll(async () => [...(await page.evaluate(findUnsettled)), ...Array.from(requestsOf(page), describeOpen)])
    .toEqual([])
}

const describeOpen = (request: Request): string =>
  `${request.url()} ${request.timing().responseStart < 0 ? 'without an answer' : 'in its answer'}`

/** The things that are still loading or moving after the next two frames. */
async function findUnsettled(): Promise<string[]> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const loading = [...document.querySelectorAll('.bone, [role=status].fixed')].filter((part) => part.checkVisibility())
  // Half-way through a fade the contrast is too low. Endless animations are left out.
  const moving = document
    .getAnimations()
    .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().iterations !== Infinity)
  // A toast that says that something has ended fades by itself.
  const isMoving = !matchMedia('(prefers-reduced-motion: reduce)').matches
  const toasts = isMoving ? [...document.querySelectorAll('[data-sonner-toast]:not([data-type=loading])')] : []
  const fonts = document.fonts.status === 'loaded' ? [] : ['fonts']
  return [
    ...loading.map((part) => part.className),
    ...moving.map(() => 'an animation'),
    ...toasts.map(() => 'a toast'),
    ...fonts,
  ]
}
