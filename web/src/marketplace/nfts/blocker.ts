/** What stands in the way of buying or creating. */
export const BLOCKERS = ['walletNotCreated', 'walletUnavailable', 'insufficientCredits'] as const
export type Blocker = (typeof BLOCKERS)[number]
