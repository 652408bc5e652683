import type { PaidPart } from '../refunds/shares.ts'

/** What each kind of booking has granted, and what it gives back when its payment is refunded or disputed. */

interface GivenLot {
  sourceRef: string
  grantedMs: number
}

type Given = Pick<PaidPart, 'booked' | 'sourceRef' | 'grantedMs' | 'bonusMs'>

const lots: Record<PaidPart['booked'], (sourceRef: string, given: Given) => GivenLot[]> = {
  // The bonus goes back in proportion (D40).
  package: (sourceRef, { grantedMs, bonusMs }) => [
    { sourceRef, grantedMs: grantedMs - bonusMs },
    { sourceRef: sourceRef.replace('package:', 'bonus:'), grantedMs: bonusMs },
  ],
  month: (sourceRef, { grantedMs }) => [{ sourceRef, grantedMs }],
  seats: () => [],
  debt: () => [],
}

/** Returns the lots of the ledger that a booking has granted. */
export function lotsOf(given: Given): GivenLot[] {
  const { booked, sourceRef } = given
  return sourceRef === null ? [] : lots[booked](sourceRef, given).filter(({ grantedMs }) => grantedMs > 0)
}
