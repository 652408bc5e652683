export const lastSeconds = 30
/** When the end comes near (D73, D190). */
export const warnedSeconds = 120
const longerThanAMinuteSeconds = 90

/** Returns the time left near the end of a conversation, in steps, so that nobody has to follow every second. */
export function leftWords(seconds: number): string {
  if (seconds <= lastSeconds) return 'Less than 30 seconds left'
  return seconds < longerThanAMinuteSeconds ? 'About a minute left' : '2 minutes left'
}

/** Returns the time left as a screen reader says it; rounded up, since a warning comes just after its round figure. */
export function spokenWords(seconds: number): string {
  return seconds > 60 ? `About ${Math.ceil(seconds / 60)} minutes left` : `${seconds} seconds left`
}
