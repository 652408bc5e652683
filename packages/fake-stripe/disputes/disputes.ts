import type Stripe from 'stripe'
import { recordMovement } from '../account/balance.ts'
import { build } from '../account/objects.ts'
import { invalidRequest } from '../calls/faults.ts'
import { closeWarning } from './fraud-warnings.ts'
import { idOf, newId, type Sandbox } from '../account/sandbox.ts'
import type { DisputeReason } from '../switches.ts'

const DISPUTE_FEE_CENTS = 1_500
const ANSWER_WITHIN_S = 9 * 86_400

/** The card network's code of each reason. */
const REASON_CODES: Record<DisputeReason, string | null> = {
  fraudulent: '10.4',
  product_not_received: '13.1',
  product_unacceptable: '13.3',
  subscription_canceled: '13.2',
  credit_not_processed: '13.7',
  duplicate: '12.6',
  unrecognized: null,
  general: null,
}

export function disputeOf(sandbox: Sandbox, chargeId: string): Stripe.Dispute | undefined {
  return sandbox.list('dispute').find(({ charge }) => charge === chargeId)
}

export function isOpen({ status }: Stripe.Dispute): boolean {
  return status === 'needs_response' || status === 'under_review'
}

/** The bank takes back what is left of a paid charge, at once; refused for a charge that was disputed before. */
export function openDispute(sandbox: Sandbox, charge: Stripe.Charge, reason: DisputeReason): Stripe.Dispute {
  const amount = charge.amount - charge.amount_refunded
  if (!charge.paid) throw invalidRequest(`Charge ${charge.id} was not paid; it cannot be disputed.`)
  if (charge.disputed) throw invalidRequest(`Charge ${charge.id} has already been disputed.`)
  if (amount === 0) throw invalidRequest(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
  const code = REASON_CODES[reason]
  const now = sandbox.now()
  const dispute = build('dispute', {
    id: newId('dp'),
    amount,
    charge: charge.id,
    created: now,
    currency: charge.currency,
    evidence_details: { due_by: now + ANSWER_WITHIN_S },
    network_reason_code: code,
    payment_intent: idOf(charge.payment_intent),
    payment_method_details: { card: { network_reason_code: code } },
    reason,
  })
  charge.disputed = true
  sandbox.save(charge)
  move(sandbox, dispute, 'withdrawn')
  sandbox.emit('charge.dispute.created', dispute)
  sandbox.emit('charge.dispute.funds_withdrawn', dispute)
  closeWarning(sandbox, charge.id)
  return dispute
}

/**
 * Decides a dispute, even one that was decided the other way before (by an appeal of either side). The money moves only
 * when the decision changes who has it. Throws Stripe's 400 when it is already decided this way.
 */
export function decideDispute(sandbox: Sandbox, dispute: Stripe.Dispute, outcome: 'lost' | 'won'): void {
  const { status } = dispute
  if (status === outcome) throw invalidRequest(`Dispute ${dispute.id} is already ${outcome}.`)
  dispute.status = outcome
  if (!isOpen({ ...dispute, status })) sandbox.emit('charge.dispute.updated', dispute, { status })
  if (outcome === 'won') {
    move(sandbox, dispute, 'reinstated')
    sandbox.emit('charge.dispute.funds_reinstated', dispute)
  } else if (status === 'won') {
    move(sandbox, dispute, 'withdrawn')
    sandbox.emit('charge.dispute.funds_withdrawn', dispute)
  }
  sandbox.save(dispute)
  sandbox.emit('charge.dispute.closed', dispute)
}

/** Takes the disputed money from the account or returns it; the fee of a dispute is never returned. */
function move(sandbox: Sandbox, dispute: Stripe.Dispute, direction: 'reinstated' | 'withdrawn'): void {
  const isWithdrawal = direction === 'withdrawn'
  const isFirst = dispute.balance_transactions.length === 0
  dispute.balance_transactions.push(
    recordMovement(sandbox, {
      amount: isWithdrawal ? -dispute.amount : dispute.amount,
      currency: dispute.currency,
      description: `Chargeback ${isWithdrawal ? 'withdrawal' : 'reversal'} for ${idOf(dispute.charge)}`,
      fee: isFirst ? DISPUTE_FEE_CENTS : 0,
      reporting_category: isWithdrawal ? 'dispute' : 'dispute_reversal',
      source: dispute.id,
      type: 'adjustment',
    }),
  )
  sandbox.save(dispute)
}
