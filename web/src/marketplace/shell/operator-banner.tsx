import { useSettings } from '../../api/settings.ts'
import { useMe } from '../../api/users.ts'
import { t } from '../../lib/i18n.ts'

/** A message of the operator to everybody, if there is one. */
export function OperatorBanner() {
  const banner = useSettings().data?.banner
  if (!banner) return null
  return (
    <div role="status" className="border-b border-line bg-s2 text-sm print:hidden">
      <p className="page py-2.5 wrap-anywhere">{banner}</p>
    </div>
  )
}

/** Tells a suspended member what they can still do (docs/decisions/0050), in the words with which the server refuses the rest. */
export function SuspendedBanner() {
  if (!useMe().data?.is_suspended) return null
  return (
    <div
      role="status"
      className="border-b border-line print:hidden bg-[color-mix(in_oklab,var(--bad)_10%,transparent)] text-sm font-medium text-bad"
    >
      <p className="page py-2.5">{t('navs:suspended')}</p>
    </div>
  )
}
