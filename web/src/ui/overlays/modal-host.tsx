import { type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { t } from '../../lib/i18n.ts'
import { Boundary } from '../loading/boundary.tsx'
import { Button } from '../button.tsx'
import { lazyPart } from '../loading/lazy-part.tsx'
import { closeAllModals, openModals, removeModal, subscribeToModals } from './modal.ts'

const ModalLayer = lazyPart(() => import('./modal-layer.tsx'), 'ModalLayer')

/** Draws the open modals; one per front end, inside its providers. */
export function ModalHost() {
  const modals = useSyncExternalStore(subscribeToModals, openModals)
  if (modals.length === 0) return null
  return (
    <Boundary instead={withoutDialog}>
      <Suspense>
        <ModalLayer modals={modals} />
      </Suspense>
    </Boundary>
  )
}

/** The code that draws modals could not be loaded: a frame of the same look says so. */
const withoutDialog = (failure: ReactNode) => (
  <>
    <div className="scrim" />
    <div
      role="alertdialog"
      aria-modal
      aria-label={openModals().at(-1)?.title}
      tabIndex={-1}
      ref={takeFocus}
      onKeyDown={({ key }) => key === 'Escape' && giveUp()}
      className="modal"
    >
      {failure}
      <Button variant="plain" className="w-full" onClick={giveUp}>
        {t('actions.close')}
      </Button>
    </div>
  </>
)

const takeFocus = (element: HTMLElement | null) => element?.focus()

function giveUp(): void {
  const given = openModals()
  closeAllModals()
  for (const { id, onCancel } of given) {
    onCancel?.()
    removeModal(id)
  }
  if (given[0]?.opener instanceof HTMLElement) given[0].opener.focus()
}
