/** The server's zone until one was chosen; a member who chooses this clock chooses it by its other name. */
export const NONE_CHOSEN = 'UTC'
export const UTC = 'Etc/UTC'

/** The browser's zone, where the reader has none yet: a mail of the day comes by its clock until they say otherwise. */
export const zoneUnlessChosen = (chosen: string): { time_zone?: string } =>
  chosen === NONE_CHOSEN ? { time_zone: ownZone() } : {}

export const ownZone = (): string => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZone === NONE_CHOSEN ? UTC : timeZone
}
