import { formatDate } from '#web/kit/text/date-time.tsx'

const weekDays = 7

/** Returns `Today`, `Yesterday`, `3 days ago`, or from a week on the date, by the days of this browser's time zone. */
export function daysAgo(iso: string, now: Date): string {
  const days = Math.round((startOfDay(now) - startOfDay(new Date(iso))) / 86_400_000)
  if (days <= 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return days < weekDays ? `${days} days ago` : formatDate(iso)
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}
