import type { FastifyInstance, FastifyReply } from 'fastify'
import type Stripe from 'stripe'
import {
  allowedSwitches,
  ControlFault,
  VOICE_FAULTS,
  API_FAULTS,
  type Control,
  type ControlSwitches,
} from './control.ts'
import { markup, sendPage, type Html } from './page.ts'
import { CARD_OUTCOMES } from './stripe/sandbox.ts'
import { WEBHOOK_MODES } from './stripe/webhooks.ts'

const EVENTS_SHOWN = 20

/** `/control` and `/control.json`. */
export function registerControl(
  app: FastifyInstance,
  control: Control,
  recentEvents: (count: number) => Stripe.EventBase[],
): void {
  const answer = (reply: FastifyReply) =>
    reply
      .header('cache-control', 'no-store')
      .send({ ...control.switches(), now: new Date(control.nowMs()).toISOString(), allowed: allowedSwitches })

  app.get('/control.json', (_request, reply) => answer(reply))
  app.post('/control.json', (request, reply) => {
    try {
      control.change(request.body)
      return answer(reply)
    } catch (error) {
      if (!(error instanceof ControlFault)) throw error
      return reply.code(400).send({ error: error.message, allowed: allowedSwitches })
    }
  })
  app.get('/control', (_request, reply) =>
    sendPage(reply, 'control', 'Control', renderControl(control, recentEvents(EVENTS_SHOWN))),
  )
}

const words: Record<string, string> = {
  deliver: 'Deliver at once',
  drop: 'Drop',
  delay: 'Delay by 3 seconds',
  duplicate: 'Deliver twice',
  reorder: 'Deliver in reverse order',
  declined: 'Declined',
  insufficient_funds: 'Insufficient funds',
  authentication_required: 'Ask for approval (3-D Secure)',
  processing_error: 'Processing error',
  error: 'Answer 500',
  hang: 'Never answer',
  refuse: 'Refuse the connection',
  queue: 'Keep in the queue',
  stall: 'Go silent',
  flood: 'Flood with audio',
  late_metadata: 'Late first message',
  stale_audio: 'Stale audio after an interruption',
  busy: 'Busy',
}

function renderSelect(
  name: string,
  label: string,
  hint: string,
  choices: readonly string[],
  chosen: string | null,
  none?: string,
): Html {
  const option = (value: string, text: string) =>
    markup`<option value="${value}"${value === (chosen ?? '') ? markup` selected` : null}>${text}</option>`
  return markup`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}" aria-describedby="${name}-hint">
      ${none === undefined ? null : option('', none)}
      ${choices.map((choice) => option(choice, words[choice] ?? choice))}
    </select>
    <p class="hint" id="${name}-hint">${hint}</p>
  </div>`
}

function renderControl(control: Control, events: Stripe.EventBase[]): Html {
  const switches = control.switches()
  const now = new Date(control.nowMs()).toISOString().slice(0, 19).replace('T', ' ')
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
    </div>
    <section aria-labelledby="events-title">
      <h2 id="events-title">Latest payment events</h2>
      ${events.length === 0 ? markup`<p class="empty">No events yet.</p>` : renderEvents(events)}
    </section>
  `
}

function renderPayments({ apiFault, nextCardOutcome, webhooks }: ControlSwitches): Html {
  return markup`<section aria-labelledby="payments-title">
    <h2 id="payments-title">Payments</h2>
    <form data-switch="auto">
      ${renderSelect('nextCardOutcome', 'Next payment', 'For the next confirmation only, whatever the card.', CARD_OUTCOMES, nextCardOutcome, 'As the card says')}
      ${renderSelect('webhooks', 'Webhooks', 'How events reach the server from now on.', WEBHOOK_MODES, webhooks)}
      ${renderSelect('apiFault.stripe', 'Payment service', 'What every call to it gets.', API_FAULTS, apiFault.stripe, 'Works')}
    </form>
  </section>`
}

function renderVoice({ apiFault, voiceFaults }: ControlSwitches): Html {
  const rows = Object.entries(voiceFaults).map(
    ([agent, fault]) =>
      markup`<li><span>${agent}: ${words[fault] ?? fault}</span> <button data-clear="${agent}">Clear<span class="unseen"> the fault of ${agent}</span></button></li>`,
  )
  return markup`<section aria-labelledby="voice-title">
    <h2 id="voice-title">Voice</h2>
    <form data-switch="auto">
      ${renderSelect('apiFault.elevenlabs', 'Voice service', 'What every call to it gets.', API_FAULTS, apiFault.elevenlabs, 'Works')}
    </form>
    <form data-switch="voice">
      <div class="field">
        <label for="agent">Agent id or name</label>
        <input id="agent" name="agent" required autocomplete="off">
      </div>
      ${renderSelect('fault', 'Fault', 'For its conversations from now on.', VOICE_FAULTS, 'refuse')}
      <button>Set the fault</button>
    </form>
    ${rows.length === 0 ? null : markup`<ul class="faults">${rows}</ul>`}
  </section>`
}

function renderEvents(events: Stripe.EventBase[]): Html {
  const rows = events.map((event) => {
    const { id } = event.data.object as { id?: string }
    const at = new Date(event.created * 1000).toISOString().slice(0, 19).replace('T', ' ')
    return markup`<tr><td>${at}</td><td>${event.type}</td><td><code>${id}</code></td><td>${event.pending_webhooks === 0 ? 'Delivered' : 'Not delivered'}</td></tr>`
  })
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="Table of events"><table>
    <thead><tr><th scope="col">Time (UTC)</th><th scope="col">Event</th><th scope="col">Object</th><th scope="col">Webhook</th></tr></thead>
    <tbody>${rows}</tbody>
  </table></div>`
}
