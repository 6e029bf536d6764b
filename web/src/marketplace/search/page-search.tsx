import { Suspense } from 'react'
import { cx } from '../../lib/cx.ts'
import { Boundary } from '../../ui/loading/boundary.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'

const SearchBox = lazyPart(() => import('./search-box.tsx'), 'SearchBox')

/** The search in a page, in a box that is there from the start. */
export const PageSearch = ({ className }: { className: string }) => (
  <div className={cx('min-h-11', className)}>
    <Boundary>
      <Suspense fallback={<div className="control" />}>
        <SearchBox />
      </Suspense>
    </Boundary>
  </div>
)
