import { t } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { openModal } from '../../ui/overlays/modal.ts'
import { CopyButton } from '../../ui/text/copy-button.tsx'

/** A secret that is never shown again: only its button closes it. */
export function showSecret(secret: string, lead = t('admin:webhooks.secretLead')): void {
  openModal({
    title: t('admin:webhooks.secret'),
    isBlocking: true,
    render: (close) => (
      <div className="flex flex-col gap-5">
        <p>{lead}</p>
        <div className="flex items-center gap-2 rounded-md bg-s2 px-4 py-2">
          <code className="min-w-0 flex-1 text-sm wrap-anywhere">{secret}</code>
          <CopyButton text={secret} label={t('admin:webhooks.copySecret')} />
        </div>
        <Button onClick={close}>{t('actions.close')}</Button>
      </div>
    ),
  })
}
