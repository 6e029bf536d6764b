import { type ReactNode, Suspense } from 'react'
import { Boundary } from '../../../ui/loading/boundary.tsx'

/** A part that the form works without: when its code does not arrive, what stands in for it stays. */
export const ExtraPart = ({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) => (
  <Boundary instead={() => fallback}>
    <Suspense fallback={fallback}>{children}</Suspense>
  </Boundary>
)
