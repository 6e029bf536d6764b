import type { Viewer } from '../features/auth/find-viewer.ts'
import { forbidden } from './app-error.ts'

/** A suspended member may look and take their money out, but makes, offers and buys nothing. */
export function assertActive(viewer: Viewer): void {
  if (viewer.isSuspended) throw forbidden('Your account is suspended')
}
