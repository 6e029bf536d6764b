import { t } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { openModal } from '../../ui/overlays/modal.ts'
import { showNotAvailable } from '../../ui/overlays/not-available.ts'

/** The test-modal button (docs/rules.md R61). Its modal opens the notice on top of itself, to show that modals stack. */
export const TestModalButton = () => (
  <Button variant="plain" onClick={openTestModal}>
    {t('admin:dashboard.testModal')}
  </Button>
)

function openTestModal(): void {
  openModal({
    title: t('admin:dashboard.testModalTitle'),
    render: (close) => (
      <>
        <p>{t('admin:dashboard.testModalText')}</p>
        <div className="mt-6 flex flex-wrap gap-2 *:flex-1">
          <Button variant="plain" onClick={showNotAvailable}>
            {t('admin:dashboard.testModalAgain')}
          </Button>
          <Button onClick={close}>{t('actions.okay')}</Button>
        </div>
      </>
    ),
  })
}
