import './modal-layer.css'
import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { cx } from '../../lib/cx.ts'
import { t } from '../../lib/i18n.ts'
import { Boundary } from '../loading/boundary.tsx'
import { Button } from '../button.tsx'
import { closeModal, openModals, type OpenModal, removeModal } from './modal.ts'

/** True: the element that had the focus before. Where none had it, as before a key opened the search, none gets it. */
function openerOf({ id, opener }: OpenModal): HTMLElement | boolean {
  // Another one came as this one went, or this one is drawn anew without the one below: the focus stays in it.
  if (openModals().some((one) => one.isOpen && one.id >= id)) return false
  if (!(opener instanceof HTMLElement && opener.isConnected)) return true
  if (opener.tabIndex >= 0) return opener
  // A part of the page, as `main` after a press in Safari, which gives a button no focus: the dialog would go on to the first
  // control in it. Once the page is open to the focus again.
  queueMicrotask(() => opener.focus({ preventScroll: true }))
  return false
}

/** Of a double click, whose first opened the dialog. */
const isSecondClick = (event: Event): boolean => event instanceof UIEvent && event.detail > 1

/** One dialog inside the other, so that Escape, focus and the scrim belong to the top one only. */
export function ModalLayer({ modals, isNested }: { modals: OpenModal[]; isNested?: boolean }) {
  const [modal, ...above] = modals
  if (!modal) return null
  return <Layer key={modal.id} modal={modal} above={above} isNested={isNested} />
}

function Layer({ modal, above, isNested }: { modal: OpenModal; above: OpenModal[]; isNested: boolean | undefined }) {
  const { id } = modal
  // Closed before this code arrived: no animation ends that would remove it.
  const [isTooLate] = useState(!modal.isOpen)
  useEffect(() => {
    if (isTooLate) removeModal(id)
  }, [isTooLate, id])
  const cancel = () => {
    closeModal(modal.id)
    modal.onCancel?.()
  }
  return (
    <Dialog.Root
      open={modal.isOpen}
      onOpenChange={(isOpen, { event }) => !isOpen && !modal.isBlocking && !isSecondClick(event) && cancel()}
      onOpenChangeComplete={(isOpen) => !isOpen && removeModal(modal.id)}
    >
      <Dialog.Portal>
        {/* One of its own also over another dialog, or a press beside it would not close it. Such a press would take the focus
            out of the dialog, and one that blocks stays open. */}
        <Dialog.Backdrop
          forceRender
          className="scrim"
          data-nested={isNested ? '' : undefined}
          onMouseDown={(event) => event.preventDefault()}
        />
        <Dialog.Popup
          className={modal.kind === 'sheet' ? 'sheet' : 'modal'}
          data-size={modal.size}
          // A field that takes the focus at once would count as what had it before.
          finalFocus={() => openerOf(modal)}
        >
          {modal.kind === 'sheet' && <div aria-hidden className="mx-auto mb-3 h-1 w-9 rounded-full bg-s3" />}
          <ModalHead modal={modal} />
          <Boundary>
            <ModalBody modal={modal} cancel={cancel} />
          </Boundary>
          <ModalLayer modals={above} isNested />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function ModalHead({ modal: { title, isBlocking, kind } }: { modal: OpenModal }) {
  return (
    <div className={cx('flex items-start justify-between gap-4', kind !== 'sheet' && 'modal-head')}>
      <Dialog.Title className="min-w-0 text-xl font-semibold tracking-[-.02em] wrap-anywhere">{title}</Dialog.Title>
      {!isBlocking && (
        <Dialog.Close
          aria-label={t('actions.close')}
          className="btn-ghost -mt-1 -mr-2 grid size-9 shrink-0 place-items-center rounded-sm"
        >
          <X size={18} />
        </Dialog.Close>
      )}
    </div>
  )
}

function ModalBody({ modal, cancel }: { modal: OpenModal; cancel: () => void }) {
  const close = () => closeModal(modal.id)
  if (modal.render) return <div className="mt-2 text-fg2">{modal.render(close)}</div>
  return (
    <>
      <Dialog.Description render={<div />} className="mt-2 text-fg2">
        {modal.body ?? t('confirm.description')}
      </Dialog.Description>
      <ModalButtons modal={modal} close={close} cancel={cancel} />
    </>
  )
}

function confirmVariantOf({ isDanger, isConfirmPlain }: OpenModal) {
  if (isDanger) return 'danger'
  return isConfirmPlain ? 'plain' : 'primary'
}

function ModalButtons({ modal, close, cancel }: { modal: OpenModal; close: () => void; cancel: () => void }) {
  const [isPending, setIsPending] = useState(false)
  const isRunning = useRef(false)
  const confirm = async () => {
    if (isRunning.current) return
    isRunning.current = true
    setIsPending(true)
    try {
      await modal.onConfirm?.()
      close()
    } catch {
      // The caller that gave `onConfirm` reports the failure; the modal stays open for another try.
    } finally {
      isRunning.current = false
      setIsPending(false)
    }
  }
  return (
    <div className="mt-6 flex gap-2 *:flex-1">
      {modal.cancelLabel !== null && (
        <Button variant="plain" onClick={cancel}>
          {modal.cancelLabel ?? t('actions.cancel')}
        </Button>
      )}
      <Button variant={confirmVariantOf(modal)} isPending={isPending} onClick={() => void confirm()}>
        {modal.confirmLabel ?? t('actions.okay')}
      </Button>
    </div>
  )
}
