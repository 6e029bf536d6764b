import { t } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { CopyButton } from '../../../../ui/text/copy-button.tsx'
import { openModal } from '../../../../ui/overlays/modal.ts'

/** Shows new recovery codes, this once; the first factor brings them along, later ones bring none. */
export function showRecoveryCodes(codes: readonly string[]): void {
  if (codes.length === 0) return
  openModal({
    title: t('profile:recovery.title'),
    isBlocking: true,
    render: (close) => <RecoveryCodes codes={codes} onDone={close} />,
  })
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <p>{t('profile:recovery.text')}</p>
      <ul className="num grid grid-cols-2 gap-2 rounded-lg bg-s2 p-4 text-lg text-fg">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex items-center gap-2">
        <CopyButton text={codes.join('\n')} label={t('profile:recovery.copy')} />
        <Button className="flex-1" onClick={onDone}>
          {t('profile:recovery.done')}
        </Button>
      </div>
    </div>
  )
}
