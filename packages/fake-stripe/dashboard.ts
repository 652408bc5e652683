import type Stripe from 'stripe'
import { decideDispute, disputeOf, openDispute } from './disputes/disputes.ts'
import { StripeFault } from './calls/faults.ts'
import { nextRefundStep, refundCharge } from './payments/refunds.ts'
import { idOf, type Sandbox } from './account/sandbox.ts'
import { DashboardFault, type DashboardAction } from './switches.ts'
import { isSent } from './webhooks/webhook-endpoints.ts'

export type PaymentRow = {
  id: string
  atMs: number
  amountCents: number
  refundedCents: number
  currency: string
  email: string | null
  status: string
  /** Null when it was never disputed. */
  disputeStatus: string | null
  /** A refund is under way or will fail. */
  hasUnsettledRefund: boolean
}

/** What happens at Stripe without an API call: by a bank, or by a person in Stripe's dashboard. */
export class Dashboard {
  readonly #sandbox: Sandbox
  readonly #deliver: (event: Stripe.EventBase) => void

  constructor(sandbox: Sandbox, deliver: (event: Stripe.EventBase) => void) {
    this.#sandbox = sandbox
    this.#deliver = deliver
  }

  /** Does what a bank or the dashboard does. Throws `DashboardFault` when Stripe would not allow it. */
  act({ dispute, refund, replayEvent }: DashboardAction): void {
    try {
      if (dispute !== undefined) this.#dispute(dispute)
      if (refund !== undefined) this.#refund(refund)
      if (replayEvent !== undefined) this.#replay(replayEvent)
    } catch (error) {
      if (error instanceof StripeFault) throw new DashboardFault(error.message)
      throw error
    }
  }

  /** Newest first. */
  recentPayments(count: number): PaymentRow[] {
    return this.#sandbox
      .list('payment_intent')
      .slice(0, count)
      .map((intent) => this.#rowOf(intent))
  }

  #rowOf(intent: Stripe.PaymentIntent): PaymentRow {
    const { amount, created, currency, id, receipt_email: receiptEmail, status } = intent
    const charge = this.#sandbox.find('charge', idOf(intent.latest_charge) ?? '')
    const customer = this.#sandbox.find('customer', idOf(intent.customer) ?? '')
    return {
      id,
      atMs: created * 1000,
      amountCents: amount,
      refundedCents: charge?.amount_refunded ?? 0,
      currency,
      email: customer?.email ?? receiptEmail,
      status,
      disputeStatus: charge === undefined ? null : (disputeOf(this.#sandbox, charge.id)?.status ?? null),
      hasUnsettledRefund: charge !== undefined && this.#unsettledOf(charge).length > 0,
    }
  }

  #dispute({ action, payment, reason = 'fraudulent' }: NonNullable<DashboardAction['dispute']>): void {
    const charge = this.#chargeOf(payment)
    if (action === 'open') {
      openDispute(this.#sandbox, charge, reason)
      return
    }
    const dispute = disputeOf(this.#sandbox, charge.id)
    if (dispute === undefined) throw new DashboardFault(`${idOf(charge.payment_intent)} has no dispute`)
    decideDispute(this.#sandbox, dispute, action === 'win' ? 'won' : 'lost')
  }

  #refund({ action = 'make', amount, payment }: NonNullable<DashboardAction['refund']>): void {
    const charge = this.#chargeOf(payment)
    if (action === 'make') {
      refundCharge(this.#sandbox, charge, { amount, reason: 'requested_by_customer' })
      return
    }
    const unsettled = this.#unsettledOf(charge)
    if (unsettled.length === 0) throw new DashboardFault(`${idOf(charge.payment_intent)} has no unsettled refund`)
    for (const { take } of unsettled) take()
  }

  #unsettledOf(charge: Stripe.Charge): { take(): void }[] {
    return this.#sandbox
      .list('refund')
      .filter((refund) => refund.charge === charge.id)
      .map((refund) => nextRefundStep(this.#sandbox, refund))
      .filter((step) => step !== null)
  }

  #replay(wanted: string): void {
    const event =
      wanted === 'latest'
        ? this.#sandbox.list('event').find(({ type }) => isSent(type))
        : this.#sandbox.find('event', wanted)
    if (event === undefined)
      throw new DashboardFault(wanted === 'latest' ? 'No event yet' : `No such event: '${wanted}'`)
    if (!isSent(event.type)) throw new DashboardFault(`The server is not sent ${event.type}`)
    event.pending_webhooks = 1
    this.#sandbox.save(event)
    this.#deliver(event)
  }

  #chargeOf(payment: string): Stripe.Charge {
    const intent =
      payment === 'latest'
        ? this.#sandbox.list('payment_intent').find(({ status }) => status === 'succeeded')
        : this.#sandbox.find('payment_intent', payment)
    if (intent === undefined) {
      throw new DashboardFault(payment === 'latest' ? 'No paid payment yet' : `No such payment: '${payment}'`)
    }
    const charge = this.#sandbox.find('charge', idOf(intent.latest_charge) ?? '')
    if (charge === undefined || !charge.paid) throw new DashboardFault(`${intent.id} is not paid`)
    return charge
  }
}
