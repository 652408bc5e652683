import type { Tx } from '../../database/sql.ts'
import { clawBackLot } from '../../ledger/ledger.ts'
import { isMade, type MoneyBack } from './money-back.ts'
import { minutesOf, type PaidPart, refundedCents } from './shares.ts'

/**
 * Takes back the share of each lot of a payment that its refunds and disputes stand for, or gives it back (D44). `rows`
 * must be all rows of the payment; the same rows twice change nothing.
 */
export async function clawBack(tx: Tx, parts: PaidPart[], rows: MoneyBack[], at: Date): Promise<void> {
  const refunds = rows.filter(({ kind, status }) => kind === 'refund' && isMade(status))
  const states = new Set(rows.filter(({ kind }) => kind === 'dispute').map(({ status }) => status))
  const dispute = (['lost', 'open'] as const).find((state) => states.has(state)) ?? null
  const refunded = refundedCents(parts, refunds)
  for (const [i, part] of parts.entries()) {
    const { accountId, priceCents } = part
    for (const { sourceRef, grantedMs } of lotsOf(part)) {
      const refundMs = minutesOf({ grantedMs, priceCents }, refunded[i] ?? 0)
      await clawBackLot(tx, { accountId, sourceRef, refundMs, dispute, at })
    }
  }
}

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
function lotsOf(given: Given): GivenLot[] {
  const { booked, sourceRef } = given
  return sourceRef === null ? [] : lots[booked](sourceRef, given).filter(({ grantedMs }) => grantedMs > 0)
}
