import { act } from 'react'
import '../../locales/admin-texts.ts'
import { expect, test, vi } from 'vitest'
import { endSession, startFullSession } from '../../api/session.ts'
import { eventually } from '../../testing/eventually.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { sampleNft } from '../../testing/sample-nft.ts'
import { FeaturedForm } from './featured-form.tsx'

const nfts = ['Tide', 'Ebb'].map((name, index) => sampleNft({ id: String(index + 1), name }))

const CHOSEN_AT = '2026-03-01T10:00:00.000Z'

test('the operator orders and removes what is in front, and saves it', async () => {
  startFullSession({ access: 'a', refresh: 'r' })
  const page = await openScreen(
    <FeaturedForm featured={{ nfts, users: [], not_shown: ['2'], updated_at: CHOSEN_AT }} />,
  )
  const rows = [...page.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(rows).toEqual(['Tide', 'EbbNot shown now'])
  const sent = vi.fn()
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent(JSON.parse(String(body)))
    return Response.json({ data: { nfts: [], users: [], not_shown: [], updated_at: CHOSEN_AT } })
  })
  const press = (label: string) =>
    act(async () => page.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]`)?.click())
  await press('Move Ebb up')
  await act(async () => page.querySelector<HTMLButtonElement>('button[type="submit"]')?.click())
  await eventually(() => expect(sent).toHaveBeenLastCalledWith({ nfts: ['2', '1'], users: [], updated_at: CHOSEN_AT }))
  await press('Remove Tide')
  await act(async () => page.querySelector<HTMLButtonElement>('button[type="submit"]')?.click())
  await eventually(() => expect(sent).toHaveBeenLastCalledWith({ nfts: ['2'], users: [], updated_at: CHOSEN_AT }))
  endSession()
})
