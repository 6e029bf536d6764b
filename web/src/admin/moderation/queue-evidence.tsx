import { formatDateTime } from '@verso/protocol/dates'
import type { ModerationItem } from '@verso/protocol/moderation'
import { REPORT_REASONS } from '@verso/protocol/nfts'
import { useSettings } from '../../api/settings.ts'
import { t } from '../../lib/i18n.ts'

/** All reports of a work together, and the other works with the same file. */
export function QueueEvidence({ item }: { item: ModerationItem }) {
  const marketplace = useSettings().data?.public_url ?? ''
  return (
    <>
      {item.reports.length > 0 && (
        <section className="mt-1 rounded-md bg-s3 px-3.5 py-3">
          <h4 className="text-sm font-semibold">{t('admin:queue.reports')}</h4>
          <ul className="mt-1.5 flex flex-col gap-2">
            {item.reports.map((report) => (
              <li key={report.id} className="text-sm text-fg2">
                <span className="font-semibold text-fg">{reasonOf(report.reason)}</span>
                {report.text && `: ${report.text}`}{' '}
                <span className="text-fg2">
                  ({report.reporter_username ?? t('admin:queue.anonymous')}, {formatDateTime(report.created_at)})
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {item.duplicates.length > 0 && (
        <section className="mt-1 rounded-md bg-s3 px-3.5 py-3">
          <h4 className="text-sm font-semibold">{t('admin:queue.duplicates')}</h4>
          <ul className="mt-1.5 flex flex-col gap-1">
            {item.duplicates.map((other) => (
              <li key={other.id} className="text-sm text-fg2">
                <a href={`${marketplace}/app/nft/view/${other.id}`} target="_blank" rel="noreferrer" className="link">
                  {other.name}
                </a>{' '}
                {t('admin:queue.duplicateBy', { name: other.creator_username, date: formatDateTime(other.created_at) })}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const reasonOf = (reason: string): string => {
  const known = REPORT_REASONS.find((one) => one === reason)
  return known ? t(`report.reasons.${known}`) : reason
}
