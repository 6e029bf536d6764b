import { formatDateTime } from '@verso/protocol/dates'
import type { PageVersion } from '@verso/protocol/pages/footer-pages'
import { t } from '../../lib/i18n.ts'
import { StatusPill } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { confirm } from '../../ui/overlays/modal.ts'
import { toast } from '../../ui/overlays/toast.ts'

type VersionsListProps = {
  versions: PageVersion[]
  /** Something was typed that is not saved. */
  hasDraft: boolean
  onTake: (text: string) => void
}

/** The versions of a page's text, newest first; an old text is taken into the editor and saved as a new version. */
export function VersionsList({ versions, hasDraft, onTake }: VersionsListProps) {
  const take = async (text: string) => {
    const [title, body] = [t('admin:pages.replaceTitle'), t('admin:pages.replaceText')]
    if (hasDraft && !(await confirm({ title, body, confirmLabel: t('admin:pages.replace'), isDanger: true }))) return
    onTake(text)
    void toast.success(t('admin:pages.taken'))
    scrollTo({ top: 0 })
  }
  return (
    <Panel title={t('admin:pages.versions')}>
      <ul>
        {versions.map(({ version, text, updated_at, saved_by }, index) => (
          <li
            key={version}
            className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3 first:border-t-0"
          >
            <div className="min-w-0">
              <p className="font-medium">
                {version === 0 ? t('admin:pages.original') : t('admin:pages.version', { number: version })}
              </p>
              <p className="truncate text-sm text-fg3">
                {[formatDateTime(updated_at), saved_by?.email].filter(Boolean).join(' · ')}
              </p>
            </div>
            {index === 0 ? (
              <StatusPill tone="ok">{t('admin:pages.current')}</StatusPill>
            ) : (
              <Button
                variant="plain"
                aria-label={t('admin:pages.takeName', { number: version })}
                onClick={() => void take(text)}
              >
                {t('admin:pages.take')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
