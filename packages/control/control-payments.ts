import { formatMoment, renderInput, renderSelect, wordOf } from './control-fields.ts'
import { markup, type Html } from '@luna/standin-kit/page.ts'
import type { PaymentRow } from '@luna/fake-stripe/dashboard.ts'
import { DISPUTE_ACTIONS, DISPUTE_REASONS, type DashboardAction } from '@luna/fake-stripe/switches.ts'

const PAYMENT_HINT = "'latest' is the newest paid one."

export function renderRefundForm(): Html {
  return markup`<section aria-labelledby="refund-title">
    <h2 id="refund-title">Refund</h2>
    <form data-switch="refund">
      ${renderInput('refund-payment', 'Payment to refund', PAYMENT_HINT, 'latest')}
      <div class="field">
        <label for="amount">Amount in dollars</label>
        <input id="amount" name="amount" type="number" min="0.01" step="0.01" aria-describedby="amount-hint">
        <p class="hint" id="amount-hint">Empty gives back all that is left.</p>
      </div>
      <button>Refund</button>
    </form>
  </section>`
}

export function renderDisputeForm(): Html {
  return markup`<section aria-labelledby="dispute-title">
    <h2 id="dispute-title">Dispute</h2>
    <form data-switch="dispute">
      ${renderInput('dispute-payment', 'Disputed payment', PAYMENT_HINT, 'latest')}
      ${renderSelect({ name: 'action', label: 'What the bank does', hint: 'A decided dispute can be decided the other way.', choices: DISPUTE_ACTIONS, chosen: 'open' })}
      ${renderSelect({ name: 'reason', label: 'Reason', hint: 'For opening only.', choices: DISPUTE_REASONS, chosen: 'fraudulent', nameOf: sentenceOf })}
      <button>Apply</button>
    </form>
  </section>`
}

export function renderReplayForm(): Html {
  return markup`<section aria-labelledby="replay-title">
    <h2 id="replay-title">Webhook</h2>
    <form data-switch="replay">
      ${renderInput('event', 'Event to deliver again', "'latest' is the newest one that the server is sent.", 'latest')}
      <button>Deliver again</button>
    </form>
  </section>`
}

/** `product_not_received` reads `Product not received`. */
function sentenceOf(reason: string): string {
  const words = reason.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the payments with the actions available for each. */
export function renderPaymentTable(payments: PaymentRow[]): Html {
  if (payments.length === 0) return markup`<p class="empty">No payments yet.</p>`
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="Table of payments"><table>
    <thead><tr><th scope="col">Time (UTC)</th><th scope="col">Customer and payment</th><th scope="col" class="number">Amount</th><th scope="col">Status</th><th scope="col" class="number">Refunded</th><th scope="col">Disputed</th><th scope="col">Actions</th></tr></thead>
    <tbody>${payments.map(renderPayment)}</tbody>
  </table></div>`
}

function renderPayment(payment: PaymentRow): Html {
  const { amountCents, atMs, currency, disputeStatus, email, id, refundedCents, status } = payment
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() })
  const money = (cents: number) => format.format(cents / 100)
  return markup`<tr>
    <td>${formatMoment(atMs)}</td>
    <td><span class="payment">${email ?? 'No customer'} <code>${id}</code></span></td>
    <td class="number">${money(amountCents)}</td>
    <td>${wordOf(status)}</td>
    <td class="number">${refundedCents === 0 ? '–' : money(refundedCents)}</td>
    <td>${disputeStatus === null ? '–' : wordOf(disputeStatus)}</td>
    <td><span class="actions">${actionsOf(payment).map(([label, patch]) => renderAction(label, id, patch))}</span></td>
  </tr>`
}

/** Returns what Stripe would allow for a payment now. */
function actionsOf(payment: PaymentRow): [label: string, patch: DashboardAction][] {
  const { amountCents, disputeStatus, hasUnsettledRefund, id, refundedCents, status } = payment
  const actions: [string, DashboardAction][] = []
  const isPaid = status === 'succeeded' && refundedCents < amountCents
  if (isPaid && (disputeStatus === null || disputeStatus === 'won'))
    actions.push(['Refund', { refund: { payment: id } }])
  if (hasUnsettledRefund) actions.push(['Settle refund', { refund: { payment: id, action: 'settle' } }])
  if (isPaid && disputeStatus === null) actions.push(['Dispute', { dispute: { payment: id, action: 'open' } }])
  if (disputeStatus !== null && disputeStatus !== 'won') {
    actions.push(['Win', { dispute: { payment: id, action: 'win' } }])
  }
  if (disputeStatus !== null && disputeStatus !== 'lost') {
    actions.push(['Lose', { dispute: { payment: id, action: 'lose' } }])
  }
  return actions
}

function renderAction(label: string, id: string, patch: DashboardAction): Html {
  return markup`<button class="small" data-patch="${JSON.stringify(patch)}">${label}<span class="unseen"> ${id}</span></button>`
}
