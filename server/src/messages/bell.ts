import type { Bell } from '../jobs/bells/bell.ts'

/** Has a worker send what waits; the rows say what that is. */
export const deliverMessagesBell: Bell = { name: 'deliver-message', concurrency: 2 }
