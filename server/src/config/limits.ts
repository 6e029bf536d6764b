import type { Settings } from './settings.ts'

/** Throttles that are not per account: how many per hour. */
const LIMITS = {
  smsPerPhonePerHour: 5,
  smsPerNetworkPerHour: 20,
  smsPerPrefixPerHour: 50,
  smsPerCountryPerDay: 2_000,
  mailsPerAddressPerHour: 5,
  registrationsPerNetworkPerHour: 20,
  passwordFailuresPerAccountAndNetwork: 10,
  /** Over all accounts, in 15 minutes. */
  passwordFailuresPerNetwork: 30,
  /** From all networks that the member has not come from before, in an hour. */
  passwordFailuresPerAccount: 100,
  /** The same for sign-in codes, in a day. */
  codeFailuresPerAccount: 50,
  /** With the right password. */
  signInsPerAccountAndNetworkPerHour: 60,
  secondFactorFailures: 10,
  /** Of one member: each asks a contract of their choice. */
  withdrawalChecksPerHour: 30,
  /** Each is sent at the platform's expense. */
  withdrawalsPerMemberPerDay: 50,
  requestsPerMinutePerNetwork: 1_200,
  changesPerHourPerMember: 600,
  paymentHintsPerMinutePerNetwork: 300,
  /** Open at once on one port, where no proxy of ours stands before it. */
  connectionsPerNetwork: 256,
  /** Whole headers, and whole bodies that are no upload. */
  headersMs: 15_000,
  bodyMs: 20_000,
  /** The least speed of an upload, measured over windows of this length: a phone in a tunnel goes on. */
  uploadBytesPerSecond: 8_192,
  uploadWindowMs: 30_000,
  /** At this lag new requests are turned away. */
  eventLoopLagMs: 700,
}
export type Limits = typeof LIMITS
/** On a developer's machine with the outbox drivers nothing costs money: SMS and network caps are wide open. */
const OPEN_LIMITS: Limits = {
  ...LIMITS,
  smsPerPhonePerHour: 1_000_000,
  smsPerNetworkPerHour: 1_000_000,
  smsPerPrefixPerHour: 1_000_000,
  smsPerCountryPerDay: 1_000_000,
  mailsPerAddressPerHour: 1_000_000,
  registrationsPerNetworkPerHour: 1_000_000,
  passwordFailuresPerNetwork: 1_000_000,
  signInsPerAccountAndNetworkPerHour: 1_000_000,
  withdrawalsPerMemberPerDay: 1_000_000,
  requestsPerMinutePerNetwork: 1_000_000,
  changesPerHourPerMember: 1_000_000,
  paymentHintsPerMinutePerNetwork: 1_000_000,
  connectionsPerNetwork: 1_000_000,
  // A developer's machine also builds, tests and indexes.
  eventLoopLagMs: 2_000,
}

/** A limit set by the operator applies with every driver. */
export function limitsOf(settings: Settings, { isOpen }: { isOpen: boolean }): Limits {
  const limits = isOpen ? OPEN_LIMITS : LIMITS
  return {
    ...limits,
    smsPerPhonePerHour: settings.SMS_PER_PHONE_PER_HOUR ?? limits.smsPerPhonePerHour,
    smsPerNetworkPerHour: settings.SMS_PER_NETWORK_PER_HOUR ?? limits.smsPerNetworkPerHour,
    smsPerPrefixPerHour: settings.SMS_PER_PREFIX_PER_HOUR ?? limits.smsPerPrefixPerHour,
    smsPerCountryPerDay: settings.SMS_PER_COUNTRY_PER_DAY ?? limits.smsPerCountryPerDay,
    mailsPerAddressPerHour: settings.MAILS_PER_ADDRESS_PER_HOUR ?? limits.mailsPerAddressPerHour,
    registrationsPerNetworkPerHour:
      settings.REGISTRATIONS_PER_NETWORK_PER_HOUR ?? limits.registrationsPerNetworkPerHour,
    withdrawalsPerMemberPerDay: settings.WITHDRAWALS_PER_MEMBER_PER_DAY ?? limits.withdrawalsPerMemberPerDay,
    requestsPerMinutePerNetwork: settings.REQUESTS_PER_MINUTE_PER_NETWORK ?? limits.requestsPerMinutePerNetwork,
    connectionsPerNetwork: settings.CONNECTIONS_PER_NETWORK ?? limits.connectionsPerNetwork,
    passwordFailuresPerNetwork: settings.PASSWORD_FAILURES_PER_NETWORK ?? limits.passwordFailuresPerNetwork,
    passwordFailuresPerAccount: settings.PASSWORD_FAILURES_PER_ACCOUNT ?? limits.passwordFailuresPerAccount,
    codeFailuresPerAccount: settings.CODE_FAILURES_PER_ACCOUNT ?? limits.codeFailuresPerAccount,
  }
}
