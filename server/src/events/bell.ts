import type { Bell } from '../jobs/bells/bell.ts'

/** Has a worker deliver what is due; the rows say what that is. */
export const deliverEventsBell: Bell = { name: 'deliver-events', concurrency: 2 }
