import { Suspense, useState } from 'react'
import { useSession } from '../../../../api/session.ts'
import { Boundary } from '../../../../ui/loading/boundary.tsx'
import { lazyPart } from '../../../../ui/loading/lazy-part.tsx'
import { FRONT_CLOSED } from './front-closed.ts'

const Front = lazyPart(() => import('./front.tsx'), 'Front')

/** The place of the front in a visitor's Explore (docs/rules.md R112), as high as it will be; gone once it was closed, in this browser for good. */
export function FrontPlace() {
  const isMember = useSession() === 'member'
  const [isClosed, setIsClosed] = useState(() => FRONT_CLOSED in localStorage)
  return (
    !isMember &&
    !isClosed && (
      <div className="front-place page">
        <Boundary>
          <Suspense>
            <Front onClose={setIsClosed} />
          </Suspense>
        </Boundary>
      </div>
    )
  )
}
