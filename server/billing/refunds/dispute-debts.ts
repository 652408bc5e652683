import type { Tx } from '../../database/sql.ts'
import { type PaidPart, sum, talkedCents } from './shares.ts'
import { type MoneyBack, requestWholeRefund } from './money-back.ts'
import { cancelDebt, type CancelledDebt, raiseDebt } from './debts.ts'

export interface DisputeDebts {
  raised: { disputeId: string; amountCents: number }[]
  cancelled: (CancelledDebt & { disputeId: string })[]
}

/**
 * Raises a lost dispute's debt for the used minutes, at most the disputed amount. A won dispute owes nothing, and its
 * paid debt goes back (D44). While an appeal is open, the debt stays as it is.
 */
export async function followDisputes(tx: Tx, parts: PaidPart[], rows: MoneyBack[], at: Date): Promise<DisputeDebts> {
  const settled: DisputeDebts = { raised: [], cancelled: [] }
  const [first] = parts
  let leftCents = talkedCents(parts)
  for (const { disputeId, status, amountCents: disputedCents } of listDisputes(rows)) {
    if (status === 'won') {
      const debt = await cancelDebt(tx, disputeId, at)
      if (!debt) continue
      settled.cancelled.push({ ...debt, disputeId })
      if (debt.paymentIntentId) await requestWholeRefund(tx, debt.paymentIntentId, 'The dispute was won', at)
    } else if (status === 'lost' && first) {
      const amountCents = Math.min(disputedCents, leftCents)
      leftCents -= amountCents
      const { accountId, userId } = first
      const isNew = await raiseDebt(tx, { accountId, userId, disputeId, amountCents, at })
      if (isNew) settled.raised.push({ disputeId, amountCents })
    }
  }
  return settled
}

/** Returns the disputes of a payment, whose rows each stand for one type. */
function listDisputes(rows: MoneyBack[]): { disputeId: string; status: string; amountCents: number }[] {
  const disputes = Map.groupBy(
    rows.filter(({ kind }) => kind === 'dispute'),
    ({ stripeId }) => stripeId ?? '',
  )
  return [...disputes].map(([disputeId, shares]) => ({
    disputeId,
    status: shares[0]?.status ?? '',
    amountCents: sum(shares.map(({ amountCents }) => amountCents)),
  }))
}
