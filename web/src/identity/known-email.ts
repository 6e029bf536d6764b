const KNOWN = 'signInEmail'

/**
 * The address of a registration or a sign-in that is under way, so that it is not typed again: after the mailed link, which opens
 * a tab of its own, and after the phone. It is gone when the sign-in is complete or given up.
 */
export const rememberEmail = (email: string): void => localStorage.setItem(KNOWN, email)
export const knownEmail = (): string => localStorage.getItem(KNOWN) ?? ''
export const forgetEmail = (): void => localStorage.removeItem(KNOWN)
