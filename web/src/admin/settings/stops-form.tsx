import type { OperatorSettings } from '@verso/protocol/operations/operator-settings'
import { useState } from 'react'
import { useChangeSettings } from '../../api/admin/admin-operations.ts'
import { t } from '../../lib/i18n.ts'
import { Switch } from '../../ui/fields/toggles.tsx'
import { openModal } from '../../ui/overlays/modal.ts'
import { ReasonForm } from '../reason-form.tsx'

/** Buying, creating and the whole marketplace, each with a switch; stopping asks for the reason that members read. */
export const StopsForm = ({ settings }: { settings: OperatorSettings }) => (
  <div className="flex flex-col gap-3">
    <Stop field="buying_stopped" label={t('admin:settings.buying')} reason={settings.buying_stopped} />
    <Stop field="creating_stopped" label={t('admin:settings.creating')} reason={settings.creating_stopped} />
    <Stop field="maintenance" label={t('admin:settings.maintenance')} reason={settings.maintenance} />
  </div>
)

type StopProps = { field: 'buying_stopped' | 'creating_stopped' | 'maintenance'; label: string; reason: string | null }

function Stop({ field, label, reason }: StopProps) {
  const change = useChangeSettings()
  const [isPending, setIsPending] = useState(false)
  const save = async (next: string | null) => {
    setIsPending(true)
    try {
      await change.mutateAsync({ [field]: next })
    } finally {
      setIsPending(false)
    }
  }
  const ask = () =>
    openModal({
      title: label,
      render: (close) => (
        <ReasonForm
          lead={t('admin:settings.stopHint')}
          label={t('admin:settings.reason')}
          submitLabel={label}
          onSubmit={save}
          onDone={close}
        />
      ),
    })
  return (
    <div className="flex items-center justify-between gap-4 rounded-md bg-s2 px-4 py-3">
      <div className="min-w-0">
        <label htmlFor={field} className="font-medium">
          {label}
        </label>
        <p className="text-sm wrap-anywhere text-fg3">{reason ?? t('admin:settings.stopHint')}</p>
      </div>
      <Switch
        id={field}
        checked={reason !== null}
        disabled={isPending}
        onChange={(event) => (event.target.checked ? ask() : void save(null).catch(() => undefined))}
      />
    </div>
  )
}
