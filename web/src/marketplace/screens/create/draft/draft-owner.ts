import { accessToken, claimOf, sessionKind } from '../../../../api/session.ts'

/** Whose draft is read and kept: the member of this page, in any session of theirs. Empty without one. */
export const draftOwner = (): string => (sessionKind() === 'member' ? claimOf(accessToken() ?? '', 'sub') : '')
