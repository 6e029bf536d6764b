import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { act } from 'react'
import { Link, Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import '../../locales/admin-texts.ts'
import { eventually } from '../../testing/eventually.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { Shell } from './shell.tsx'

test('a screen opens at its top, with the keyboard in it', async () => {
  const scrollTo = vi.fn()
  vi.stubGlobal('scrollTo', scrollTo)
  const page = await openScreen(
    <Routes>
      <Route element={<Shell />}>
        <Route path={adminAddressOf('users')} element={<Link to={adminAddressOf('addUser')}>Add</Link>} />
        <Route path="*" element="Add User" />
      </Route>
    </Routes>,
    { at: adminAddressOf('users') },
  )
  await eventually(() => expect(page.querySelector('#main a')).not.toBeNull())
  const main = page.querySelector<HTMLElement>('#main')
  const link = main?.querySelector('a')
  link?.focus()
  await act(async () => link?.click())
  await eventually(() => expect(main?.textContent).toBe('Add User'))
  expect(document.activeElement).toBe(main)
  expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'instant' })
})
