import type Stripe from 'stripe'

const DAY_S = 86_400

/**
 * Returns the end of the period that begins at `startS`, in seconds. Periods are counted from the anchor, so that one
 * on the 31st returns to the 31st after a shorter month.
 */
export function periodEnd(anchorS: number, rhythm: Stripe.Price.Recurring, startS: number): number {
  let count = 1
  while (boundaryAt(anchorS, rhythm, count) <= startS) count += 1
  return boundaryAt(anchorS, rhythm, count)
}

/** Returns the moment `count` billing intervals after the anchor; months end on their last day at the latest. */
function boundaryAt(
  anchorS: number,
  { interval, interval_count: length }: Stripe.Price.Recurring,
  count: number,
): number {
  const units = count * length
  if (interval === 'day' || interval === 'week') return anchorS + units * (interval === 'day' ? 1 : 7) * DAY_S
  const end = new Date(anchorS * 1000)
  const day = end.getUTCDate()
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + units * (interval === 'year' ? 12 : 1))
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(day, lastDay))
  return end.getTime() / 1000
}
