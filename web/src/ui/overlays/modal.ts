import type { ReactNode } from 'react'

export type ModalSpec = {
  title: string
  /** A text, or a component; without one the text is "Please confirm before continuing." (docs/rules.md R14). */
  body?: ReactNode
  /** A body that closes the modal itself and brings its own buttons. */
  render?: (close: () => void) => ReactNode
  confirmLabel?: string
  cancelLabel?: string | null
  isDanger?: boolean
  /** A button in the body comes first: the one that confirms does not compete with it. */
  isConfirmPlain?: boolean
  /** Stays open until this has ended well. Without it the button just closes. */
  onConfirm?: () => unknown
  /** Cancel, the close button, the overlay or Escape. */
  onCancel?: () => void
  /** However it was closed, also by leaving the screen. */
  onClosed?: () => void
  /** Closed by its buttons only. */
  isBlocking?: boolean
  kind?: 'modal' | 'sheet'
  size?: 'md' | 'lg'
}

export type OpenModal = ModalSpec & { id: number; isOpen: boolean; opener: Element | null }

let stack: OpenModal[] = []
let lastId = 0
const listeners = new Set<() => void>()

function setStack(next: OpenModal[]): void {
  stack = next
  for (const listener of listeners) listener()
}

/**
 * Opens a modal on top of those that are open; returns what closes it. The second press of a double click opens nothing
 * more: its modal counts as closed at once.
 */
export function openModal(spec: ModalSpec): () => void {
  const opener = document.activeElement
  const top = stack.at(-1)
  if (top?.isOpen && top.opener === opener && top.title === spec.title) {
    spec.onClosed?.()
    return () => closeModal(top.id)
  }
  lastId += 1
  const id = lastId
  setStack([...stack, { ...spec, id, isOpen: true, opener }])
  return () => closeModal(id)
}

export const closeModal = (id: number): void =>
  setStack(stack.map((modal) => (modal.id === id ? { ...modal, isOpen: false } : modal)))
export const closeAllModals = (): void => setStack(stack.map((modal) => ({ ...modal, isOpen: false })))
/** After the closing animation. Other closed modals are removed too: inside this one they have no animation of their own. */
export function removeModal(id: number): void {
  const gone = stack.filter((modal) => modal.id === id || !modal.isOpen)
  setStack(stack.filter((modal) => !gone.includes(modal)))
  for (const modal of gone) modal.onClosed?.()
}

/** Whether one is open, also while what draws it is still on its way. */
export const isModalOpen = (): boolean => stack.length > 0

/** Asks for a yes or no: `if (await confirm({ title: 'Delete?' })) …` */
export const confirm = (spec: Omit<ModalSpec, 'onConfirm' | 'onCancel' | 'onClosed' | 'render'>): Promise<boolean> =>
  new Promise((resolve) => {
    openModal({ ...spec, onConfirm: () => resolve(true), onClosed: () => resolve(false) })
  })

/** The open modals, the top one last; for what draws them. */
export const openModals = (): OpenModal[] => stack
export function subscribeToModals(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
