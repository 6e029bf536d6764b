import { ChevronRight } from 'lucide-react'
import { t } from '../lib/i18n.ts'
import { Link } from './link.tsx'

/** The last one is the page itself. */
export function Breadcrumbs({ items }: { items: readonly { label: string; to?: string }[] }) {
  return (
    <nav aria-label={t('breadcrumbs')}>
      <ol className="flex flex-wrap items-center gap-1.5 text-sm text-fg3">
        {items.map(({ label, to }, index) => (
          <li key={label} className="flex items-center gap-1.5">
            {index > 0 && <ChevronRight size={14} />}
            {to && index < items.length - 1 ? (
              <Link to={to} className="py-1 hover:text-fg">
                {label}
              </Link>
            ) : (
              <span aria-current="page" className="py-1 wrap-anywhere text-fg2">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
