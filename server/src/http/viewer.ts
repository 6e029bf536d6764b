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

/** The session that a token names, and the times that its row must be newer than. */
export type SessionKey = { sessionId: string; now: Date; idleAfter: Date; createdAfter: Date }

/** For whom a statement reads: a viewer who is known already, or the one whose row it looks up itself. */
export type Reader = { viewer: { userId: string; isAdmin?: boolean } | null } | { session: SessionKey }

/** The operations of the members' room that the access check needs. */
export type Members = {
  /** @returns null for a token that is malformed or expired */
  readToken(token: string): Promise<SessionKey | null>
  /** @returns null when the session has ended */
  findViewer(session: SessionKey): Promise<Viewer | null>
  /** Counts a member's call to an admin's route. */
  countRefusal(userId: string, device: Device): Promise<void>
}
