import { addressOf } from '@verso/protocol/pages/pages'
import { Compass } from 'lucide-react'
import { t } from '../../../lib/i18n.ts'
import { ButtonLink } from '../../../ui/button.tsx'

export function NotFoundScreen() {
  return (
    <div className="page flex flex-col items-center gap-3 py-24 text-center md:py-32">
      <span aria-hidden className="mb-2 grid size-16 place-items-center rounded-full bg-s2 text-fg3">
        <Compass size={28} />
      </span>
      <p className="num text-sm font-semibold text-fg3">404</p>
      <h1 className="text-(length:--text-3xl) leading-tight font-semibold tracking-(--track-display)">
        {t('notFound.title')}
      </h1>
      <p className="max-w-md text-fg2">{t('notFound.description')}</p>
      <ButtonLink to={addressOf('home')} className="mt-4">
        {t('actions.goHome')}
      </ButtonLink>
    </div>
  )
}
