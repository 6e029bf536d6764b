/** What stands in the way of buying or creating. */
export type Blocker = 'walletNotCreated' | 'walletUnavailable' | 'insufficientCredits'
