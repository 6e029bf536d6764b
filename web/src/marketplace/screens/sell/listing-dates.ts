export function startOfToday(): Date {
  const day = new Date()
  day.setHours(0, 0, 0, 0)
  return day
}

/** A listing ends with its last day, where the seller is. */
export function endOfDay(day: Date): Date {
  const end = new Date(day)
  end.setHours(23, 59, 59, 0)
  return end
}

export function inThirtyDays(): Date {
  const day = startOfToday()
  day.setDate(day.getDate() + 30)
  return day
}
