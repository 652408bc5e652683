import { type CalendarStep, writeCalendar } from '#contract/results/calendar.ts'
import { downloadText } from '#web/kit/download-text.ts'

/** Saves a step as a file that calendar programs open. */
export function saveAsCalendar(step: CalendarStep): void {
  downloadText(writeCalendar([step], new Date()), 'next-step.ics', 'text/calendar')
}
