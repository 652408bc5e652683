import { markup, type Html } from '@luna/standin-kit/page.ts'

/** The page's words for what the control JSON and Stripe call something else. */
const words: Record<string, string> = {
  deliver: 'Deliver at once',
  drop: 'Drop',
  delay: 'Delay by 3 seconds',
  duplicate: 'Deliver twice',
  reorder: 'Deliver in reverse order',
  declined: 'Declined',
  insufficient_funds: 'Insufficient funds',
  lost_card: 'Lost card',
  stolen_card: 'Stolen card',
  expired_card: 'Expired card',
  authentication_required: 'Ask for approval (3-D Secure)',
  processing_error: 'Processing error',
  error: 'Answer 500',
  hang: 'Never answer',
  lose_answer: 'Do it, lose the answer',
  unauthorized: 'Answer 401',
  busy_api: 'Answer 429',
  no_secret: 'Leave out the payment secret',
  refuse: 'Refuse the connection',
  queue: 'Keep in the queue',
  queue_timeout: 'Send away from the queue',
  reject: 'Close after the first message',
  quota: 'Plan used up',
  llm_error: 'Language model fails',
  crash: 'Internal error',
  time_limit: 'Longest duration is over',
  hang_up: 'Agent hangs up',
  restart: 'Service restarts',
  jitter: 'Sound in bursts',
  stall: 'Go silent',
  flood: 'Flood with audio',
  late_metadata: 'Late first message',
  stale_audio: 'Stale audio after an interruption',
  busy: 'Busy',
  open: 'Open',
  win: 'Win',
  lose: 'Lose',
  requires_payment_method: 'Not paid',
  requires_confirmation: 'Not confirmed',
  requires_action: 'Waits for approval',
  succeeded: 'Paid',
  canceled: 'Cancelled',
  needs_response: 'Open',
  under_review: 'Under review',
  won: 'Won',
  lost: 'Lost',
  done: 'Done',
  failed: 'Failed',
}

export function wordOf(name: string): string {
  return words[name] ?? name
}

type Choice = {
  name: string
  label: string
  hint: string
  choices: readonly string[]
  chosen: string | null
  /** The text of an empty choice; without it there is none. */
  none?: string
  /** The page's word for a choice. */
  nameOf?: (choice: string) => string
}

/** A labelled choice. */
export function renderSelect({ choices, chosen, hint, label, name, nameOf = wordOf, none }: Choice): Html {
  const option = (value: string, text: string) =>
    markup`<option value="${value}"${value === (chosen ?? '') ? markup` selected` : null}>${text}</option>`
  return markup`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}" aria-describedby="${name}-hint">
      ${none === undefined ? null : option('', none)}
      ${choices.map((choice) => option(choice, nameOf(choice)))}
    </select>
    <p class="hint" id="${name}-hint">${hint}</p>
  </div>`
}

/** A labelled whole number. */
export function renderNumber(name: string, label: string, hint: string, value: number | null): Html {
  return markup`<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" type="number" value="${value}" aria-describedby="${name}-hint" autocomplete="off">
    <p class="hint" id="${name}-hint">${hint}</p>
  </div>`
}

/** A switch with its label. */
export function renderCheckbox(name: string, label: string, isOn: boolean): Html {
  return markup`<div class="field">
    <label><input name="${name}" type="checkbox"${isOn ? markup` checked` : null}> ${label}</label>
  </div>`
}

/** A labelled line of text. */
export function renderInput(name: string, label: string, hint: string, value: string): Html {
  return markup`<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" value="${value}" aria-describedby="${name}-hint" autocomplete="off" spellcheck="false">
    <p class="hint" id="${name}-hint">${hint}</p>
  </div>`
}

/** `2026-11-21 12:38:05`, in UTC. */
export function formatMoment(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')
}
