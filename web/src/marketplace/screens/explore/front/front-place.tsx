import { Suspense, useState } from 'react'
import { useSession } from '../../../../api/session.ts'
import { Boundary } from '../../../../ui/loading/boundary.tsx'
import { lazyPart } from '../../../../ui/loading/lazy-part.tsx'

/** Read by first-script.js too, which keeps the place in the first picture. */
const CLOSED = 'frontClosed'
const Front = lazyPart(() => import('./front.tsx'), 'Front')

/** Where a visitor's Explore has its front (docs/rules.md R112), as high as it will be; gone once it was closed, in this browser for good. */
export function FrontPlace() {
  const isMember = useSession() === 'member'
  const [isClosed, setIsClosed] = useState(() => localStorage.getItem(CLOSED) !== null)
  if (isMember || isClosed) return null
  const close = () => {
    localStorage.setItem(CLOSED, '1')
    setIsClosed(true)
  }
  return (
    <div className="front-place page">
      <Boundary place="front">
        <Suspense>
          <Front close={close} />
        </Suspense>
      </Boundary>
    </div>
  )
}
