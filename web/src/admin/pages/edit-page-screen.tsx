import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import type { PageVersion } from '@verso/protocol/pages/footer-pages'
import { addressOf, FOOTER_PAGES, type FooterPage } from '@verso/protocol/pages/pages'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { usePageVersions } from '../../api/pages.ts'
import { useSettings } from '../../api/settings.ts'
import { t } from '../../lib/i18n.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../ui/loading/states.tsx'
import { NotFoundScreen } from '../not-found-screen.tsx'
import { type Draft, PageEditor } from './page-editor.tsx'
import { VersionsList } from './versions-list.tsx'

/** One page of the footer: its text with a preview, and what it has said before. */
export function EditPageScreen() {
  const { page } = useParams()
  const name = FOOTER_PAGES.find((one) => one === page)
  return name ? <EditPage key={name} name={name} /> : <NotFoundScreen />
}

function EditPage({ name }: { name: FooterPage }) {
  const { data: versions, error, refetch } = usePageVersions(name)
  const marketplace = useSettings().data?.public_url
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[{ label: t('admin:settings.title'), to: adminAddressOf('settings') }, { label: t(`navs:${name}`) }]}
      />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <PageHeading lead={t('admin:pages.lead')}>{t(`navs:${name}`)}</PageHeading>
        {marketplace && (
          <a href={marketplace + addressOf(name)} target="_blank" rel="noreferrer" className="btn btn-plain">
            {t('admin:pages.see')}
            <ExternalLink size={15} aria-hidden />
          </a>
        )}
      </div>
      {versions ? (
        <Editing name={name} versions={versions} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </div>
  )
}

/**
 * The draft is kept with the version it is a change of, so that it is never saved over a version that this editor has not shown.
 * Without a draft the editor shows the text of today.
 */
function Editing({ name, versions }: { name: FooterPage; versions: PageVersion[] }) {
  const [draft, setDraft] = useState<Draft>()
  const current = versions[0]
  if (!current) return null
  const hasDraft = draft !== undefined && draft.text.trim() !== current.text.trim()
  const take = (text: string) => setDraft({ text, version: current.version })
  return (
    <>
      <PageEditor name={name} current={current} draft={draft} onDraft={setDraft} />
      <VersionsList versions={versions} hasDraft={hasDraft} onTake={take} />
    </>
  )
}
