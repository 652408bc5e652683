import type { Tx } from '../../database/sql.ts'
import { type PaidPart, sum, talkedCents } from './claim-shares.ts'
import { requestWholeRefund, type Reversal } from './claims.ts'
import { raiseDebt, type WithdrawnDebt, withdrawDebt } from './debts.ts'

export interface SettledDebts {
  raised: { disputeId: string; amountCents: number }[]
  withdrawn: (WithdrawnDebt & { disputeId: string })[]
}

/**
 * A lost dispute owes what was talked of its payment, at most the disputed amount; a won one owes nothing, and a debt
 * that was paid goes back (D44). While an appeal is open, the debt stays as it is.
 */
export async function settleDebts(tx: Tx, parts: PaidPart[], rows: Reversal[], at: Date): Promise<SettledDebts> {
  const settled: SettledDebts = { raised: [], withdrawn: [] }
  const [first] = parts
  let leftCents = talkedCents(parts)
  for (const { disputeId, status, amountCents: disputedCents } of listDisputes(rows)) {
    if (status === 'won') {
      const debt = await withdrawDebt(tx, disputeId, at)
      if (!debt) continue
      settled.withdrawn.push({ ...debt, disputeId })
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

/** The disputes of a payment, whose rows stand for one type each. */
function listDisputes(rows: Reversal[]): { disputeId: string; status: string; amountCents: number }[] {
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
