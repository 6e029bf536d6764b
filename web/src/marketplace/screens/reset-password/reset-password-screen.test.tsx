import { act } from 'react'
import { addressOf } from '@verso/protocol/pages/pages'
import { useLocation } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { endSession, startFullSession } from '../../../api/session.ts'
import { useMe } from '../../../api/users.ts'
import { eventually } from '../../../testing/eventually.ts'
import { openScreen } from '../../../testing/open-screen.tsx'
import { Guard } from '../../guards.tsx'
import { ResetPasswordScreen } from './reset-password-screen.tsx'

const OWN = 'nila@example.com'
const typeInto = (input: HTMLInputElement | null, text: string) => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input?.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The screen, then the address that it leads to. */
function Page() {
  const { pathname } = useLocation()
  if (pathname === addressOf('home')) return <output>{pathname}</output>
  if (pathname === addressOf('forgot'))
    return (
      <Guard access="mailed">
        <output>{pathname}</output>
      </Guard>
    )
  return pathname === addressOf('signIn') || pathname === addressOf('signOut') ? (
    <output>{pathname}</output>
  ) : (
    <>
      <ResetPasswordScreen />
      <Who />
    </>
  )
}

/** Says when it is known who is signed in. */
const Who = () => <data>{useMe().data?.email}</data>

type Me = ReturnType<typeof meOf>

/** Resets the password of `email` in a browser where `me` is signed in, if anybody is; says where that leads. */
async function reset(email: string, me?: Promise<Me> | Me): Promise<string | null | undefined> {
  if (me) startFullSession({ access: 'a', refresh: 'r' })
  onTestFinished(endSession)
  const page = await openScreen(<Page />, {
    at: addressOf('resetPassword', { token: 'mailed', email }),
    answers: { '/api/users/me/': me, '/api/auth/reset-password/': { data: null } },
  })
  await eventually(() => expect(page.querySelector('form')).not.toBeNull())
  if (me && 'data' in me) await eventually(() => expect(page.querySelector('data')?.textContent).toBe(me.data.email))
  await act(async () => {
    for (const input of page.querySelectorAll<HTMLInputElement>('input[autocomplete=new-password]'))
      typeInto(input, 'second-pass-2')
  })
  await act(async () => page.querySelector('form')?.requestSubmit())
  await eventually(() => expect(page.querySelector('output')).not.toBeNull())
  return page.querySelector('output')?.textContent
}
const meOf = (email: string) => ({ data: { id: '7', email } })

test('a visitor goes to the sign-in', async () => {
  expect(await reset(OWN)).toBe(addressOf('signIn'))
})

test('who has reset their own password is signed out: the reset has ended the session', async () => {
  expect(await reset('Nila@Example.com', meOf(OWN))).toBe(addressOf('signOut'))
})

test('the link of another account does not sign out who is signed in here', async () => {
  expect(await reset('other@example.com', meOf(OWN))).toBe(addressOf('signIn'))
})

test('nor does it while it is not known who that is: the server has ended the session if it was theirs', async () => {
  expect(await reset(OWN, new Promise<Me>(vi.fn()))).toBe(addressOf('signIn'))
})

test('Retry asks for a new link, also where a member is signed in', async () => {
  startFullSession({ access: 'a', refresh: 'r' })
  onTestFinished(endSession)
  const page = await openScreen(<Page />, { at: addressOf('resetPassword', { token: 'mailed', email: '' }) })
  await eventually(() => expect(page.querySelector('a')?.textContent).toBe('Retry'))
  await act(async () => page.querySelector('a')?.click())
  await eventually(() => expect(page.querySelector('output')?.textContent).toBe(addressOf('forgot')))
})
