import { addressOf } from '@verso/protocol/pages/pages'
import type { Me } from '@verso/protocol/users'
import { expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { AccountLinks } from './account-links.tsx'

const ME = { id: 'u1', email: 'ada@example.test', first_name: 'Ada', last_name: 'Byron', is_admin: false } as Me

test('the account menu leads to the sign-out', async () => {
  const page = await openScreen(<AccountLinks me={ME} />)
  const link = () => page.querySelector(`a[href="${addressOf('signOut')}"]`)
  await eventually(() => expect(link()?.textContent).toBe('Logout'))
})
