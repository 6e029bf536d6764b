import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { Compass } from 'lucide-react'
import { t } from '../lib/i18n.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export function NotFoundScreen() {
  return (
    <div className="flex flex-col items-center gap-3 py-24 text-center">
      <span aria-hidden className="mb-2 grid size-16 place-items-center rounded-full bg-s2 text-fg3">
        <Compass size={28} />
      </span>
      <PageHeading lead={t('notFound.description')}>{t('notFound.title')}</PageHeading>
      <ButtonLink to={adminAddressOf('dashboard')} className="mt-4">
        {t('admin:notFound.back')}
      </ButtonLink>
    </div>
  )
}
