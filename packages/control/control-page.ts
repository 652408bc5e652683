import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type Stripe from 'stripe'
import { allowedSwitches, ControlFault, type Control, type ControlSwitches } from './control.ts'
import { formatMoment, renderCheckbox, renderNumber, renderSelect, wordOf } from './control-fields.ts'
import { renderDisputeForm, renderPaymentTable, renderRefundForm, renderReplayForm } from './control-payments.ts'
import { FINAL_STATUSES, VOICE_API_FAULTS, VOICE_WEBHOOK_MODES } from '@luna/fake-elevenlabs/service-switches.ts'
import { VOICE_FAULTS } from '@luna/fake-elevenlabs/voice-fault.ts'
import { servePageFiles } from '@luna/standin-kit/page-files.ts'
import { markup, sendPage, type Html } from '@luna/standin-kit/page.ts'
import type { PaymentRow } from '@luna/fake-stripe/dashboard.ts'
import { isSent } from '@luna/fake-stripe/webhooks/webhook-endpoints.ts'
import { CARD_OUTCOMES, DashboardFault, STRIPE_FAULTS, WEBHOOK_MODES } from '@luna/fake-stripe/switches.ts'

const EVENTS_SHOWN = 20
const PAYMENTS_SHOWN = 20

/** What the page shows of the payment service. */
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
  const now = formatMoment(control.nowMs())
  const events = payments.recentEvents(EVENTS_SHOWN)
  return markup`
    <div class="title">
      <h1>Control</h1>
      <p>Faults and the clock of the services that stand in for Stripe and ElevenLabs.</p>
    </div>
    <p id="status" role="status"></p>
    <div class="cards">
      ${renderPayments(switches)}
      ${renderVoice(switches)}
      <section aria-labelledby="clock-title">
        <h2 id="clock-title">Clock</h2>
        <p>The stand-ins' time is <strong>${now} UTC</strong>.</p>
        <form data-switch="advance">
          <div class="field">
            <label for="advance">Move forward by</label>
            <input id="advance" name="advance" value="P1D" required aria-describedby="advance-hint" autocomplete="off">
            <p class="hint" id="advance-hint">A duration such as P31D (31 days), P1M (a month) or PT12H (12 hours). It cannot go back.</p>
          </div>
          <button>Move the clock</button>
        </form>
      </section>
      ${renderRefundForm()}
      ${renderDisputeForm()}
      ${renderReplayForm()}
    </div>
    <section class="wide" aria-labelledby="recent-title">
      <h2 id="recent-title">Latest payments</h2>
      ${renderPaymentTable(payments.recentPayments(PAYMENTS_SHOWN))}
    </section>
    <section class="wide" aria-labelledby="events-title">
      <h2 id="events-title">Latest payment events</h2>
      ${events.length === 0 ? markup`<p class="empty">No events yet.</p>` : renderEvents(events)}
    </section>
  `
}

function renderPayments({ apiFault, nextCardOutcome, webhooks }: ControlSwitches): Html {
  return markup`<section aria-labelledby="payments-title">
    <h2 id="payments-title">Payments</h2>
    <form data-switch="auto">
      ${renderSelect({ name: 'nextCardOutcome', label: 'Next payment', hint: 'For the next confirmation only, whatever the card.', choices: CARD_OUTCOMES, chosen: nextCardOutcome, none: 'As the card says' })}
      ${renderSelect({ name: 'webhooks', label: 'Webhooks', hint: 'How events reach the server from now on.', choices: WEBHOOK_MODES, chosen: webhooks })}
      ${renderSelect({ name: 'apiFault.stripe', label: 'Payment service', hint: 'What every call to it gets.', choices: STRIPE_FAULTS, chosen: apiFault.stripe, none: 'Works' })}
    </form>
  </section>`
}

function renderVoice({ apiFault, voiceFaults, voiceService }: ControlSwitches): Html {
  const rows = Object.entries(voiceFaults).map(
    ([agent, fault]) =>
      markup`<li><span>${agent}: ${wordOf(fault)}</span> <button data-clear="${agent}">Clear<span class="unseen"> the fault of ${agent}</span></button></li>`,
  )
  return markup`<section aria-labelledby="voice-title">
    <h2 id="voice-title">Voice</h2>
    <form data-switch="auto">
      ${renderSelect({ name: 'apiFault.elevenlabs', label: 'Voice service', hint: 'What every call to it gets.', choices: VOICE_API_FAULTS, chosen: apiFault.elevenlabs, none: 'Works', nameOf: (fault) => wordOf(fault === 'busy' ? 'busy_api' : fault) })}
      ${renderCheckbox('voiceService.understandsSpeech', 'Agents understand spoken words', voiceService.understandsSpeech)}
      ${renderNumber('voiceService.concurrency', 'Conversations at once', 'More wait in line; empty for any number.', voiceService.concurrency)}
    </form>
    <form data-switch="voice">
      <div class="field">
        <label for="agent">Agent id or name</label>
        <input id="agent" name="agent" required autocomplete="off">
      </div>
      ${renderSelect({ name: 'fault', label: 'Fault', hint: 'For its conversations from now on.', choices: VOICE_FAULTS, chosen: 'refuse' })}
      <button>Set the fault</button>
    </form>
    ${rows.length === 0 ? null : markup`<ul class="faults">${rows}</ul>`}
    ${renderAfterwards(voiceService)}
  </section>`
}

/** Returns the choices for what happens to the records of conversations. */
function renderAfterwards(service: ControlSwitches['voiceService']): Html {
  return markup`<h3>After a conversation</h3>
    <form data-switch="auto">
      ${renderSelect({ name: 'voiceService.webhooks', label: 'Webhook', hint: 'How the server hears of it.', choices: VOICE_WEBHOOK_MODES, chosen: service.webhooks })}
      ${renderCheckbox('voiceService.retriesWebhooks', 'Send webhooks again that the server did not take', service.retriesWebhooks)}
      ${renderSelect({ name: 'voiceService.finalStatus', label: 'Its record becomes', hint: 'Once it has been worked on.', choices: FINAL_STATUSES, chosen: service.finalStatus })}
      ${renderNumber('voiceService.processingSeconds', 'Seconds until then', 'Meanwhile the record reads processing.', service.processingSeconds)}
      ${renderNumber('voiceService.durationShiftSeconds', 'Seconds too long', 'What the record adds to the real duration; below 0 it says less.', service.durationShiftSeconds)}
    </form>`
}

function renderEvents(events: Stripe.EventBase[]): Html {
  const rows = events.map((event) => {
    const { id } = event.data.object as { id?: string }
    return markup`<tr>
      <td>${formatMoment(event.created * 1000)}</td>
      <td>${event.type}</td>
      <td><code>${id}</code></td>
      <td>${isSent(event.type) ? (event.pending_webhooks === 0 ? 'Delivered' : 'Not delivered') : 'Not sent'}</td>
      <td>${isSent(event.type) ? renderReplay(event.id, `${event.type} of ${id}`) : null}</td>
    </tr>`
  })
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="Table of events"><table>
    <thead><tr><th scope="col">Time (UTC)</th><th scope="col">Event</th><th scope="col">Object</th><th scope="col">Webhook</th><th scope="col">Action</th></tr></thead>
    <tbody>${rows}</tbody>
  </table></div>`
}

function renderReplay(id: string, what: string): Html {
  return markup`<button class="small" data-patch="${JSON.stringify({ replayEvent: id })}">Deliver<span class="unseen"> ${what}</span> again</button>`
}
