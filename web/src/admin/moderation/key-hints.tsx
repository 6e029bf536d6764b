import { singleKeys } from '../../lib/browser/browser-switch.ts'
import { t } from '../../lib/i18n.ts'
import { Switch } from '../../ui/fields/toggles.tsx'

const HINTS = [
  ['J K', t('admin:queue.keys.move')],
  ['A', t('admin:queue.keys.approve')],
  ['R', t('admin:queue.keys.refuse')],
  ['U', t('admin:queue.keys.approveRefused')],
  ['T', t('admin:queue.keys.takeDown')],
  ['O', t('admin:queue.keys.open')],
] as const

/** The keys of the queue, and a switch for them; a phone has none. */
export function KeyHints() {
  const isOn = singleKeys.useIsOn()
  return (
    <div className="hidden flex-wrap items-center gap-x-4 gap-y-1 text-sm text-fg3 md:flex">
      {isOn && <Keys />}
      <label className="flex items-center gap-2 hover:text-fg">
        {t('admin:queue.keys.use')}
        <Switch checked={isOn} onChange={(event) => singleKeys.set(event.target.checked)} />
      </label>
    </div>
  )
}

const Keys = () => (
  <dl aria-label={t('admin:queue.keys.label')} className="flex flex-wrap items-center gap-3">
    {HINTS.map(([keys, does]) => (
      <div key={keys} className="flex items-center gap-1.5">
        <dt className="flex gap-1">
          {keys.split(' ').map((key) => (
            <kbd key={key} className="grid size-6 place-items-center rounded-xs bg-s3 text-xs font-semibold text-fg2">
              {key}
            </kbd>
          ))}
        </dt>
        <dd>{does}</dd>
      </div>
    ))}
  </dl>
)
