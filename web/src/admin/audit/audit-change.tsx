import { formatDateTime } from '@verso/protocol/dates'
import type { AuditEntry } from '@verso/protocol/operations/audit'
import { t } from '../../lib/i18n.ts'

/** One act with what it changed: who, when, before and after. */
export const AuditChange = ({ entry }: { entry: AuditEntry }) => (
  <div className="flex flex-col gap-4">
    <p className="wrap-anywhere">
      {entry.actor?.email ?? t('admin:audit.system')} · {formatDateTime(entry.created_at)}
      <span className="block text-sm text-fg3">
        {entry.subject_type} {entry.subject_id}
      </span>
      {entry.address && entry.device && (
        <span className="block text-sm text-fg3">
          {t('admin:audit.from', { device: entry.device, address: entry.address })}
        </span>
      )}
    </p>
    <div className="grid gap-4 md:grid-cols-2">
      <Values title={t('admin:audit.before')} values={entry.before} />
      <Values title={t('admin:audit.after')} values={entry.after} />
    </div>
  </div>
)

const Values = ({ title, values }: { title: string; values: unknown }) => (
  <section className="min-w-0">
    <h3 className="text-sm font-semibold text-fg">{title}</h3>
    <pre
      tabIndex={0}
      aria-label={title}
      role="region"
      className="mt-1.5 max-h-80 overflow-auto rounded-md bg-s3 p-3 text-sm wrap-anywhere whitespace-pre-wrap text-fg2"
    >
      {values === null ? '–' : JSON.stringify(values, null, 2)}
    </pre>
  </section>
)
