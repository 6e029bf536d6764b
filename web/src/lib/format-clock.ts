const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** "14:32", in the reader's time zone. */
export const formatClock = (at: number): string => CLOCK.format(at)
