import { formatDay } from '@verso/protocol/dates'
import { addressOf, FOOTER_PAGES } from '@verso/protocol/pages/pages'
import { useLocation } from 'react-router'
import { usePage } from '../../../api/pages.ts'
import { t } from '../../../lib/i18n.ts'
import { useDocumentTitle } from '../../../lib/navigation/use-document-title.ts'
import { PlainText } from '../../../ui/text/plain-text.tsx'
import { Skeleton } from '../../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../../ui/loading/states.tsx'

/** The pages of the footer; their text is the operator's (Settings in the admin area). */
export function LegalScreen() {
  const { pathname } = useLocation()
  const name = FOOTER_PAGES.find((one) => pathname.startsWith(addressOf(one))) ?? 'about'
  useDocumentTitle(t(`navs:${name}`))
  const { data, error, isPending, refetch } = usePage(name)
  return (
    <article className="page max-w-[760px]! py-10 wrap-anywhere md:py-16">
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton className="h-96" />}
      {data && (
        <>
          <PlainText text={data.text} />
          <p className="mt-12 text-sm text-fg3">{t('navs:pageUpdated', { date: formatDay(data.updated_at) })}</p>
        </>
      )}
    </article>
  )
}
