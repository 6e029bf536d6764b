import 'react-day-picker/style.css'
import './date-range.css'
import { DayPicker } from 'react-day-picker'

// A name with the visible number in it, as it is read ("Friday 20 November 2026").
const DAY_NAME = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const

type DateRangeProps = { start: Date; end: Date; onEnd: (end: Date) => void }

/** A range that starts today: choosing a day sets its end. */
export function DateRange({ start, end, onEnd }: DateRangeProps) {
  return (
    <DayPicker
      mode="range"
      selected={{ from: start, to: end }}
      onSelect={(_range, day) => onEnd(day)}
      disabled={{ before: start }}
      startMonth={start}
      labels={{ labelDayButton: (day) => day.toLocaleDateString('en-GB', DAY_NAME) }}
    />
  )
}
