import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type Stripe from 'stripe'
import { allowedSwitches, ControlFault, type Control, type ControlSwitches } from './control.ts'
import {
  formatMoment,
  renderAction,
  renderCheckbox,
  renderInput,
  renderSelect,
  renderTable,
  wordOf,
} from './control-fields.ts'
import { FINAL_STATUSES, VOICE_API_FAULTS, VOICE_WEBHOOK_MODES } from '@luna/fake-elevenlabs/service-switches.ts'
import { VOICE_FAULTS } from '@luna/fake-elevenlabs/voice-fault.ts'
import { servePageFiles } from '@luna/standin-kit/page-files.ts'
import { markup, sendPage, type Html } from '@luna/standin-kit/page.ts'
import type { PaymentRow } from '@luna/fake-stripe/dashboard.ts'
import { isSent } from '@luna/fake-stripe/webhooks/webhook-endpoints.ts'
import {
  CARD_OUTCOMES,
  DashboardFault,
  STRIPE_FAULTS,
  WEBHOOK_MODES,
  type DashboardAction,
} from '@luna/fake-stripe/switches.ts'

const ROWS_SHOWN = 20

/** The payment service, as far as the page shows it. */
type Payments = {
  recentEvents(count: number): Stripe.EventBase[]
  recentPayments(count: number): PaymentRow[]
}

/** `/control` and `/control.json`. */
export function registerControl(app: FastifyInstance, control: Control, payments: Payments): void {
  const answer = (reply: FastifyReply) =>
    reply
      .header('cache-control', 'no-store')
      .send({ ...control.switches(), now: new Date(control.nowMs()).toISOString(), allowed: allowedSwitches })

  servePageFiles(app, join(import.meta.dirname, 'pages'))
  app.get('/control.json', (_request, reply) => answer(reply))
  app.post('/control.json', (request, reply) => {
    try {
      control.change(request.body)
      return answer(reply)
    } catch (error) {
      if (!(error instanceof ControlFault || error instanceof DashboardFault)) throw error
      return reply.code(400).send({ error: error.message, allowed: allowedSwitches })
    }
  })
  app.get('/control', (_request, reply) => sendPage(reply, 'control', 'Control', renderControl(control, payments)))
}

function renderControl(control: Control, payments: Payments): Html {
  const switches = control.switches()
  const duration = 'A duration such as P31D (31 days), P1M (a month) or PT12H (12 hours). It cannot go back.'
  return markup`
    <h1>Control</h1>
    <p>Faults and the clock of the services that stand in for Stripe and ElevenLabs.
      <code>POST control.json</code> also takes a refund's amount and the reason of a dispute.</p>
    <p role="status"></p>
    <div class="columns">
      ${renderPaymentSwitches(switches)}
      ${renderVoice(switches)}
      <section>
        <h2>Clock</h2>
        <p>The stand-ins' time is <strong>${formatMoment(control.nowMs())} UTC</strong>.</p>
        <form data-patch="advance">
          ${renderInput({ name: 'advance', label: 'Move forward by', hint: duration }, 'text', 'P1D')}
          <button>Move the clock</button>
        </form>
      </section>
    </div>
    <h2>Latest payments</h2>
    ${renderPayments(payments.recentPayments(ROWS_SHOWN))}
    <h2>Latest payment events</h2>
    ${renderEvents(payments.recentEvents(ROWS_SHOWN))}
  `
}

function renderPaymentSwitches({ apiFault, nextCardOutcome, webhooks }: ControlSwitches): Html {
  return markup`<section>
    <h2>Payments</h2>
    <form>
      ${renderSelect({ name: 'nextCardOutcome', label: 'Next payment', hint: 'For the next confirmation only, whatever the card.', choices: CARD_OUTCOMES, chosen: nextCardOutcome, none: 'As the card says' })}
      ${renderSelect({ name: 'webhooks', label: 'Webhooks', hint: 'How events reach the server from now on.', choices: WEBHOOK_MODES, chosen: webhooks })}
      ${renderSelect({ name: 'apiFault.stripe', label: 'Payment service', hint: 'What every call to it gets.', choices: STRIPE_FAULTS, chosen: apiFault.stripe, none: 'Works' })}
    </form>
  </section>`
}

function renderVoice({ apiFault, voiceFaults, voiceService: service }: ControlSwitches): Html {
  const faults = Object.entries(voiceFaults).map(([agent, fault]) => {
    const clear = renderAction('Clear', `the fault of ${agent}`, { voiceFaults: { [agent]: null } })
    return markup`<li>${agent}: ${wordOf(fault)} ${clear}</li>`
  })
  const number = (name: keyof typeof service, label: string, hint: string) =>
    renderInput({ name: `voiceService.${name}`, label, hint }, 'number', service[name] as number | null)
  return markup`<section>
    <h2>Voice</h2>
    <form>
      ${renderSelect({ name: 'apiFault.elevenlabs', label: 'Voice service', hint: 'What every call to it gets.', choices: VOICE_API_FAULTS, chosen: apiFault.elevenlabs, none: 'Works' })}
      ${renderCheckbox('voiceService.understandsSpeech', 'Agents understand spoken words', service.understandsSpeech)}
      ${number('concurrency', 'Conversations at once', 'More wait in line; empty for any number.')}
      ${renderSelect({ name: 'voiceService.webhooks', label: 'Webhook after a conversation', hint: 'How the server hears of it.', choices: VOICE_WEBHOOK_MODES, chosen: service.webhooks })}
      ${renderCheckbox('voiceService.retriesWebhooks', 'Send webhooks again that the server did not take', service.retriesWebhooks)}
      ${renderSelect({ name: 'voiceService.finalStatus', label: 'Its record becomes', hint: 'Once it has been processed.', choices: FINAL_STATUSES, chosen: service.finalStatus })}
      ${number('processingSeconds', 'Seconds until then', 'Until then the record reads processing.')}
      ${number('durationShiftSeconds', 'Seconds too long', 'What the record adds to the real duration; below 0 it says less.')}
    </form>
    <form data-patch="voice">
      ${renderInput({ name: 'agent', label: 'Agent', hint: 'Its id or its name.' }, 'text', null)}
      ${renderSelect({ name: 'fault', label: 'Fault', hint: 'For its conversations from now on.', choices: VOICE_FAULTS, chosen: 'refuse' })}
      <button>Set the fault</button>
    </form>
    <ul>${faults}</ul>
  </section>`
}

function renderEvents(events: Stripe.EventBase[]): Html {
  const rows = events.map(({ created, data, id: event, pending_webhooks: pending, type }) => {
    const { id = '' } = data.object as { id?: string }
    const webhook = !isSent(type) ? 'Not sent' : pending === 0 ? 'Delivered' : 'Not delivered'
    const again = isSent(type) ? renderAction('Deliver again', `${type} of ${id}`, { replayEvent: event }) : null
    return [formatMoment(created * 1000), type, markup`<code>${id}</code>`, webhook, again]
  })
  return renderTable('Table of events', ['Time (UTC)', 'Event', 'Object', 'Webhook', 'Action'], rows)
}

function renderPayments(payments: PaymentRow[]): Html {
  const rows = payments.map((payment) => {
    const { amountCents, atMs, currency, disputeStatus, email, id, refundedCents, status } = payment
    const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() })
    const customer = markup`${email ?? 'No customer'} <code>${id}</code>`
    const refunded = refundedCents === 0 ? '–' : format.format(refundedCents / 100)
    const dispute = disputeStatus === null ? '–' : wordOf(disputeStatus)
    const actions = markup`${actionsOf(payment).map(([label, patch]) => renderAction(label, id, patch))}`
    const amount = format.format(amountCents / 100)
    return [formatMoment(atMs), customer, amount, wordOf(status), refunded, dispute, actions]
  })
  const headings = ['Time (UTC)', 'Customer and payment', 'Amount', 'Status', 'Refunded', 'Disputed', 'Actions']
  return renderTable('Table of payments', headings, rows)
}

/** Returns what Stripe would allow for a payment now. */
function actionsOf(payment: PaymentRow): [label: string, patch: DashboardAction][] {
  const { amountCents, disputeStatus, hasUnsettledRefund, id, refundedCents, status } = payment
  const dispute = (action: 'lose' | 'open' | 'win') => ({ dispute: { payment: id, action } })
  const isPaid = status === 'succeeded' && refundedCents < amountCents
  const isDisputed = disputeStatus !== null
  const actions: [isAllowed: boolean, label: string, patch: DashboardAction][] = [
    [isPaid && (!isDisputed || disputeStatus === 'won'), 'Refund', { refund: { payment: id } }],
    [hasUnsettledRefund, 'Settle refund', { refund: { payment: id, action: 'settle' } }],
    [isPaid && !isDisputed, 'Dispute', dispute('open')],
    [isDisputed && disputeStatus !== 'won', 'Win', dispute('win')],
    [isDisputed && disputeStatus !== 'lost', 'Lose', dispute('lose')],
  ]
  return actions.flatMap(([isAllowed, label, patch]) => (isAllowed ? [[label, patch]] : []))
}
