import type { Device } from './device.ts'

/** The member behind a request, as the database has them at this moment. */
export type Viewer = {
  userId: string
  sessionId: string
  kind: 'TEMPORARY' | 'FULL'
  /** False for an admin who is suspended. */
  isAdmin: boolean
  /** May sign in, but neither trade nor create (docs/decisions/0050). */
  isSuspended: boolean
  secondFactorAt: Date | null
}

/** What the access check needs from the members' room. */
export type Members = {
  /** @returns null for a token that is malformed, expired, or whose session has ended */
  findViewer(token: string): Promise<Viewer | null>
  /** Counts a member's call to an admin's route. */
  countRefusal(userId: string, device: Device): Promise<void>
}
