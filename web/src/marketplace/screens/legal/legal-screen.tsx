import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { ApiError } from '../../../api/api-error.ts'
import { t } from '../../../lib/i18n.ts'
import { useDocumentTitle } from '../../../lib/use-document-title.ts'
import { PlainText } from '../../../ui/plain-text.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'

const PAGES = ['about', 'blog', 'terms', 'privacy', 'faq'] as const

/** The pages of the footer. Their text is in `pages/*.md` beside the built page, where the operator can replace it. */
export function LegalScreen() {
  const { pathname } = useLocation()
  const page = PAGES.find((name) => pathname.startsWith(`/${name}`)) ?? 'about'
  useDocumentTitle(t(`navs:${page}`))
  const text = useQuery({ queryKey: ['pages', page], queryFn: ({ signal }) => fetchPage(page, signal) })
  return (
    <article className="page max-w-[760px]! py-10 md:py-16">
      {text.error && <ErrorState error={text.error} onRetry={() => void text.refetch()} />}
      {text.isPending && <Skeleton className="h-96" />}
      {text.data && <PlainText text={text.data} />}
    </article>
  )
}

async function fetchPage(page: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(`/pages/${page}.md`, { signal })
  if (!response.ok) throw new ApiError(response.status, {})
  return response.text()
}
