import { OTP_RETRY_SECONDS } from '@verso/protocol/limits'
import { startCountdown } from '../lib/use-countdown.ts'

// This tab remembers when it had a code or a link sent, so that Retry opens when the server sends again, also after a reload.
export const resendEmailKey = (email: string): string => `resendEmailAt:${email.trim().toLowerCase()}`
export const resendCodeKey = (purpose: 'SIGN_IN' | 'VERIFY_MOBILE' | 'STEP_UP', memberId: string): string =>
  `resendCodeAt:${purpose}:${memberId}`

/** A code or a link is on its way; one that was sent less than 30 s ago is still the one that counts. */
export const noteSent = (key: string): void => startCountdown(key, OTP_RETRY_SECONDS, { isKept: true })
