import type { OperatorSettings } from '@verso/protocol/operations/operator-settings'
import { act, useState } from 'react'
import '../../locales/admin-texts.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { endSession, startFullSession } from '../../api/session.ts'
import { eventually } from '../../testing/eventually.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { MarketForm } from './market-form.tsx'

const BEFORE: OperatorSettings = {
  platform_fee_bps: 250,
  buying_stopped: null,
  creating_stopped: null,
  maintenance: null,
  banner: null,
}
let otherAdminChanges: (settings: OperatorSettings) => void

function Screen({ onReady }: { onReady: (change: typeof otherAdminChanges) => void }) {
  const [settings, setSettings] = useState(BEFORE)
  onReady(setSettings)
  return <MarketForm settings={settings} />
}
afterEach(endSession)

test('saving the banner leaves a fee that others have changed meanwhile, and shows it', async () => {
  startFullSession({ access: 'a', refresh: 'r' })
  const page = await openScreen(<Screen onReady={(change) => (otherAdminChanges = change)} />)
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    return Response.json({ data: BEFORE })
  })
  const banner = page.querySelector('textarea')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(banner, 'Closed on Sunday.')
    banner?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => otherAdminChanges({ ...BEFORE, platform_fee_bps: 500 }))
  expect(page.querySelector('input')?.value).toBe('5')
  expect(banner?.value).toBe('Closed on Sunday.')
  await act(async () => page.querySelector('form')?.requestSubmit())
  await eventually(() => expect(sent).toEqual([{ banner: 'Closed on Sunday.' }]))
})
