/** How money that goes back is divided among what its payment paid for. Integer cents and milliseconds only. */

/** One thing that a payment paid for: a package, a month, or seats and a debt, which gave no minutes. */
export interface PaidPart {
  /** Row of the transaction history. */
  id: string
  booked: 'package' | 'month' | 'seats' | 'debt'
  type: 'subscription' | 'credits'
  accountId: string
  userId: string
  tier: string
  paymentIntentId: string
  priceCents: number
  /** The lot of minutes; null for seats and a debt. */
  sourceRef: string | null
  grantedMs: number
  /** The part of it that is the bonus of a first package, in a lot of its own (D40). */
  bonusMs: number
  /** The part of it that was used in conversations. */
  spentMs: number
  frozenMs: number
}

type Priced = Pick<PaidPart, 'type' | 'priceCents'>

/** Splits an amount over the parts by their prices, exact to the cent, in the order of the parts. */
export function splitCents(amountCents: number, parts: Priced[]): number[] {
  const totalCents = sum(parts.map(({ priceCents }) => priceCents))
  let priceSoFar = 0
  let givenSoFar = 0
  return parts.map(({ priceCents }) => {
    priceSoFar += priceCents
    const share = Math.round((amountCents * priceSoFar) / totalCents) - givenSoFar
    givenSoFar += share
    return share
  })
}

/**
 * Returns how much of each part was refunded. An amount above the price of one type counts for the others, because a
 * refund that was split by prices may follow one that went entirely to one type.
 */
export function refundedCents(parts: Priced[], refunds: { type: string; amountCents: number }[]): number[] {
  const own = parts.map(({ type }) =>
    sum(refunds.filter((refund) => refund.type === type).map(({ amountCents }) => amountCents)),
  )
  let excess = sum(parts.map(({ priceCents }, i) => Math.max(0, (own[i] ?? 0) - priceCents)))
  return parts.map(({ priceCents }, i) => {
    const within = Math.min(own[i] ?? 0, priceCents)
    const more = Math.min(excess, priceCents - within)
    excess -= more
    return within + more
  })
}

/** Returns the minutes that an amount of a part's price stands for, in whole milliseconds. */
export function minutesOf(part: Pick<PaidPart, 'grantedMs' | 'priceCents'>, cents: number): number {
  return Math.floor((part.grantedMs * cents) / part.priceCents)
}

/** Returns what the used minutes of the parts cost. A paid debt was for minutes that had all been used (D44). */
export function talkedCents(parts: Pick<PaidPart, 'sourceRef' | 'grantedMs' | 'spentMs' | 'priceCents'>[]): number {
  return sum(
    parts.map(({ sourceRef, grantedMs, spentMs, priceCents }) =>
      sourceRef === null ? priceCents : Math.floor((spentMs * priceCents) / grantedMs),
    ),
  )
}

export function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
