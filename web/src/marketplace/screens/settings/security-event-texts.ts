import type { SecurityEvent } from '@verso/protocol/security-events'
import { t, type TextKey } from '../../../lib/i18n.ts'

const KEYS: Record<SecurityEvent['kind'], TextKey> = {
  'sign-in': 'profile:events.kinds.signIn',
  'sign-in.failed': 'profile:events.kinds.signInFailed',
  'sign-in.refused': 'profile:events.kinds.signInRefused',
  'sign-in.code-failed': 'profile:events.kinds.codeFailed',
  'sign-in.locked': 'profile:events.kinds.signInLocked',
  'step-up.failed': 'profile:events.kinds.stepUpFailed',
  'step-up.locked': 'profile:events.kinds.stepUpLocked',
  'phone.code-failed': 'profile:events.kinds.phoneCodeFailed',
  'admin.refused': 'profile:events.kinds.adminRefused',
  'session.end': 'profile:events.kinds.sessionEnd',
  'session.end-others': 'profile:events.kinds.sessionsEnd',
  'session.reused-token': 'profile:events.kinds.reusedToken',
  'password.change': 'profile:events.kinds.passwordChange',
  'password.change-failed': 'profile:events.kinds.passwordChangeFailed',
  'password.reset': 'profile:events.kinds.passwordReset',
  'user.verify-phone': 'profile:events.kinds.verifyPhone',
  'factor.add': 'profile:events.kinds.factorAdd',
  'factor.remove': 'profile:events.kinds.factorRemove',
  'factor.renew-recovery-codes': 'profile:events.kinds.recoveryCodes',
  'fiat_account.add': 'profile:events.kinds.bankAdd',
  'fiat_account.remove': 'profile:events.kinds.bankRemove',
  'royalty_address.set': 'profile:events.kinds.royaltyAddress',
  'nft.withdraw': 'profile:events.kinds.withdraw',
}

/** "Wrong password (3 times)" */
export function describeEvent({ kind, count }: SecurityEvent): string {
  const event = t(KEYS[kind])
  return count > 1 ? t('profile:events.times', { event, times: count }) : event
}
