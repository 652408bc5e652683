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

/**
 * Returns a whole number with grouped thousands: `1,042`. Written out, because the first use of the browser's own
 * formatter takes a slow phone 100 ms.
 */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** Returns a count with its noun: `1 seat`, `1,042 seats`, `2 people`. */
export function countText(count: number, one: string, several = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : several}`
}

/**
 * Returns minutes as a bare figure: whole, or with two decimals rounded half up, thousands grouped (S055, S306, D160).
 * Only for figures whose unit stands beside them, such as the heading of a column; otherwise use `minutesText`.
 */
export function formatMinutes(minutes: number): string {
  // Answers carry four decimals (D30); rounding to them first keeps 1.005 from becoming 1.00.
  const hundredths = Math.round(Math.round(minutes * 10_000) / 100)
  return hundredths % 100 === 0 ? formatCount(hundredths / 100) : grouped(hundredths / 100)
}

/** Returns minutes with their unit: `1 minute`, `9.99 minutes`, `1,042 minutes`. */
export function minutesText(minutes: number): string {
  return withUnit(minutes, 'minute')
}

/** Returns minutes under the name that some rows give them: `1 credit`, `9.99 credits`. */
export function creditText(minutes: number): string {
  return withUnit(minutes, 'credit')
}

function withUnit(minutes: number, unit: string): string {
  const figure = formatMinutes(minutes)
  return `${figure} ${unit}${figure === '1' ? '' : 's'}`
}

/** Returns a change of minutes as a bare figure with its sign. */
export function formatChange(minutes: number): string {
  return minutes < 0 ? `−${formatMinutes(-minutes)}` : formatMinutes(minutes)
}

/** Returns two decimals with grouped thousands, as money is written: `1,234.50`. */
function grouped(figure: number): string {
  const [whole = '', rest = ''] = figure.toFixed(2).split('.')
  return `${formatCount(Number(whole))}.${rest}`
}

/** Returns `$1,234.50` for 123450, and `−$27.97` for a negative amount. */
export function formatCents(cents: number): string {
  return `${cents < 0 ? '−' : ''}$${grouped(Math.abs(cents) / 100)}`
}

/** Returns `$27.97` for 27.97, the unit of money fields in JSON. */
export function formatDollars(dollars: number): string {
  return formatCents(dollarsToCents(dollars))
}

/** Returns a price as price lists write it: `$15` for 1500, `$2.97` for 297, `$1,500` for 150000. */
export function formatPrice(cents: number): string {
  return cents % 100 === 0 ? `$${formatCount(cents / 100)}` : formatCents(cents)
}

/** Returns the price of a minute in dollars, with as many decimals as it needs: `$0.14`, `$0.135`. */
export function formatRate(dollars: number): string {
  return `$${dollars.toFixed(4).replace(/0{1,2}$/, '')}`
}

/** Returns dollars as a plain figure for input fields and spreadsheets: `1234.50`. */
export function plainDollars(dollars: number): string {
  return dollars.toFixed(2)
}

/** Returns a rating, an average or a share with one decimal: `4.8`. */
export function formatTenths(figure: number): string {
  return figure.toFixed(1)
}

/** Returns a share in percent with two decimals: `99.95%`. */
export function formatPercent(percent: number): string {
  return `${percent.toFixed(2)}%`
}

/** Returns whole seconds as spoken in the headline after a conversation: `42 s`, `2 min 16 s` or `1 h 15 min`. */
export function spellDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`
  if (minutes === 0) return `${rest} s`
  return rest > 0 ? `${minutes} min ${rest} s` : `${minutes} min`
}

/** Returns the time that people said they saved, in whole minutes: `0 min`, `45 min`, `1 h` or `1,042 h 15 min`. */
export function savedTimeText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest > 0 ? `${formatCount(hours)} h ${rest} min` : `${formatCount(hours)} h`
}

/** Returns how long something lasts, in whole seconds: `1:30` or `1:15:15` (S307). */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const tail = String(whole % 60).padStart(2, '0')
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes}:${tail}`
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${tail}`
}
