/** An obstacle to buying or creating. */
export type Blocker = 'walletNotCreated' | 'walletUnavailable' | 'insufficientCredits'
