// First, before any screen: some take their texts as soon as they are evaluated.
import '../locales/texts.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter, Route, Routes } from 'react-router'
import { onTestFinished, vi } from 'vitest'

/** Bodies by path, or promises of them; a path that is not among them is answered as one that does not exist. */
export type Answers = Record<string, unknown>

export const listOf = (...data: unknown[]) => ({ data, meta: { next_cursor: null, total: data.length } })

/** Something that needs routes and data, in the document, with `answers` in place of the server's; gone after the test. */
export async function openScreen(
  screen: ReactNode,
  { answers = {}, route = '*', at = '/' }: { answers?: Answers; route?: string; at?: string } = {},
): Promise<HTMLElement> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
  vi.stubGlobal('fetch', async (url: string) => {
    const body = await answers[url.split('?')[0] ?? url]
    return body === undefined ? Response.json({ errors: ['Not found'] }, { status: 404 }) : Response.json(body)
  })
  const page = document.body.appendChild(document.createElement('main'))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const root = createRoot(page)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    client.clear()
    page.remove()
    vi.unstubAllGlobals()
  })
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[at]}>
          <Routes>
            <Route path={route} element={screen} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  )
  return page
}
