import { createHash } from 'node:crypto'

/** Refresh tokens are 256 random bits, so a plain hash is enough to keep them out of the database. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
