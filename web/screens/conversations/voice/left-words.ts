export const lastSeconds = 30
const longerThanAMinuteSeconds = 90

/** What is left of a conversation whose end is near, in steps: who reads or hears it needs no count of every second. */
export function leftWords(seconds: number): string {
  if (seconds <= lastSeconds) return 'Less than 30 seconds left'
  return seconds < longerThanAMinuteSeconds ? 'About a minute left' : '2 minutes left'
}
