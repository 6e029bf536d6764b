import { accessToken, claimOf, sessionKind } from '../../../../api/session.ts'

/** Whose draft it is that is read and kept: the member of this page, in whatever session. Empty when nobody is signed in any more. */
export const draftOwner = (): string => (sessionKind() === 'member' ? claimOf(accessToken() ?? '', 'sub') : '')
