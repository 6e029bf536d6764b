import { ArrowUp, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../lib/i18n.ts'
import { StatusPill } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'

type Row = { id: string; name: string; picture: ReactNode }
type FeaturedRowsProps = { title: string; rows: Row[]; notShownIds: string[]; arrange: (ids: string[]) => void }

/** The chosen NFTs or members, in their order; a row moves up or goes. */
export function FeaturedRows({ title, rows, notShownIds, arrange }: FeaturedRowsProps) {
  const ids = rows.map(({ id }) => id)
  const moveUp = (index: number) => {
    const next = ids.filter((_, at) => at !== index)
    next.splice(index - 1, 0, ids[index] as string)
    arrange(next)
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-medium">{title}</legend>
      {rows.length === 0 && <p className="text-fg3">{t('admin:settings.featuredNone')}</p>}
      <ul className="flex flex-col gap-2">
        {rows.map(({ id, name, picture }, index) => (
          <li key={id} className="flex items-center gap-3">
            {picture}
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {name}
            </span>
            {notShownIds.includes(id) && <StatusPill tone="warn">{t('admin:settings.featuredNotShown')}</StatusPill>}
            <IconButton
              label={t('admin:settings.up', { name })}
              disabled={index === 0}
              className="disabled:opacity-40"
              onClick={() => moveUp(index)}
            >
              <ArrowUp size={17} aria-hidden />
            </IconButton>
            <IconButton
              label={t('admin:settings.featuredRemove', { name })}
              onClick={() => arrange(ids.filter((one) => one !== id))}
            >
              <X size={17} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
