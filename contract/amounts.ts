/** Conversions between stored integers (cents, milliseconds) and the figures in answers and on screens. */

/** Returns dollars with at most two decimals, the unit of money fields in JSON (D30). */
export function centsToDollars(cents: number): number {
  return Math.round(cents) / 100
}

/** Returns a client's dollar figure in cents, only to compare it with our own price (D29). */
export function dollarsToCents(dollars: number): number {
  return Math.round(dollars * 100)
}

/** Returns minutes rounded to four decimals, the unit of credit and minute fields in JSON (D30). */
export function msToMinutes(ms: number): number {
  return Math.round((ms / 60_000) * 10_000) / 10_000
}

/** Returns whole seconds, rounded down, as charged. */
export function msToSeconds(ms: number): number {
  return Math.floor(ms / 1000)
}

export function minutesToMs(minutes: number): number {
  return Math.round(minutes * 60_000)
}

/** Returns the bookkeeping cost of talk time in dollars: minutes x 0.085 (D31, S295); never shown as a price. */
export function talkCostDollars(ms: number): number {
  return Math.round((msToSeconds(ms) / 60) * 0.085 * 10_000) / 10_000
}

/** Returns credits for display: whole numbers unchanged, others with two decimals, rounded half up (S055, D160). */
export function formatMinutes(minutes: number): string {
  const hundredths = Math.round((minutes + Number.EPSILON) * 100)
  return hundredths % 100 === 0 ? String(hundredths / 100) : (hundredths / 100).toFixed(2)
}

/** Returns a change of credits with its sign. */
export function formatChange(minutes: number): string {
  return minutes < 0 ? `−${formatMinutes(-minutes)}` : formatMinutes(minutes)
}

/** Returns `$27.97` for 2797, and `−$27.97` for a negative amount. */
export function formatCents(cents: number): string {
  const [dollars = '', rest = ''] = (Math.abs(cents) / 100).toFixed(2).split('.')
  return `${cents < 0 ? '−' : ''}$${dollars.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${rest}`
}

/** Returns `$27.97` for 27.97, the unit of money fields in JSON. */
export function formatDollars(dollars: number): string {
  return formatCents(dollarsToCents(dollars))
}

/** Returns whole seconds within a sentence: `42 s`, `2 min 16 s` or `1 h 15 min`. */
export function spellDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`
  if (minutes === 0) return `${rest} s`
  return rest > 0 ? `${minutes} min ${rest} s` : `${minutes} min`
}

/** Returns whole seconds as `1:30` or `1:15:15` (S307). */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const tail = String(whole % 60).padStart(2, '0')
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes}:${tail}`
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${tail}`
}
