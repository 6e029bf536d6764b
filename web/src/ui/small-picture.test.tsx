import { CreditCard } from 'lucide-react'
import { act } from 'react'
import { expect, test } from 'vitest'
import { openScreen } from '../testing/open-screen.tsx'
import { SmallPicture } from './small-picture.tsx'

test('a picture that is not given out any more leaves a sign in its place', async () => {
  const page = await openScreen(
    <SmallPicture src="https://media.test/withheld" Icon={CreditCard} sizePx={52} className="size-13" />,
  )
  act(() => void page.querySelector('img')?.dispatchEvent(new Event('error')))
  expect(page.querySelector('img')).toBeNull()
  expect(page.querySelector('svg')?.classList).toContain('lucide-image-off')
})
