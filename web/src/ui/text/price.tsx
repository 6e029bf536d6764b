import { formatUsd } from '@verso/protocol/usd'
import { cx } from '../../lib/cx.ts'
import { t } from '../../lib/i18n.ts'

/** "25.00 USD", or "N/A" where there is no price (docs/rules.md R18). */
export function Price({ usd, className }: { usd: number | null | undefined; className?: string }) {
  if (usd == null) return <span className={cx('num font-semibold text-fg3', className)}>{t('price.none')}</span>
  return (
    <span className={cx('num font-semibold', className)}>
      {formatUsd(usd)} <span className="text-[.8em] font-medium text-fg3">{t('price.currency')}</span>
    </span>
  )
}
