import { markup, type Html } from '@luna/standin-kit/page.ts'

/** The page's words for values whose names do not say enough. */
const words: Record<string, string> = {
  delay: 'Delay by 3 seconds',
  duplicate: 'Deliver twice',
  reorder: 'Deliver in reverse order',
  authentication_required: 'Ask for approval (3-D Secure)',
  error: 'Answer 500',
  hang: 'Never answer',
  lose_answer: 'Do it, lose the answer',
  no_secret: 'Leave out the payment secret',
  queue_timeout: 'Send away from the queue',
  reject: 'Close after the first message',
  jitter: 'Sound in bursts',
  stall: 'Go silent',
  late_metadata: 'Late first message',
  stale_audio: 'Stale audio after an interruption',
  requires_payment_method: 'Not paid',
  requires_action: 'Waits for approval',
  succeeded: 'Paid',
}

/** Returns a value as the page names it: `insufficient_funds` reads `Insufficient funds`. */
export function wordOf(name: string): string {
  const spaced = name.replaceAll('_', ' ')
  return words[name] ?? spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

type Field = { name: string; label: string; hint: string }

function renderField({ hint, label, name }: Field, input: Html): Html {
  return markup`<p>
    <label for="${name}">${label}</label>
    ${input}
    <br><span class="hint" id="${name}-hint">${hint}</span>
  </p>`
}

type Choice = Field & {
  choices: readonly string[]
  chosen: string | null
  /** The text of an empty choice; without it there is none. */
  none?: string
}

/** A labelled choice. */
export function renderSelect({ choices, chosen, none, ...field }: Choice): Html {
  const option = (value: string, text: string) =>
    markup`<option value="${value}"${value === (chosen ?? '') ? markup` selected` : null}>${text}</option>`
  const select = markup`<select id="${field.name}" name="${field.name}" aria-describedby="${field.name}-hint">
    ${none === undefined ? null : option('', none)}${choices.map((choice) => option(choice, wordOf(choice)))}
  </select>`
  return renderField(field, select)
}

/** A labelled line of text, or a whole number. */
export function renderInput(field: Field, type: 'number' | 'text', value: string | number | null): Html {
  const { name } = field
  return renderField(
    field,
    markup`<input id="${name}" name="${name}" type="${type}" value="${value}" aria-describedby="${name}-hint" autocomplete="off">`,
  )
}

/** A switch with its label. */
export function renderCheckbox(name: string, label: string, isOn: boolean): Html {
  return markup`<p>
    <label><input name="${name}" type="checkbox"${isOn ? markup` checked` : null}> ${label}</label>
  </p>`
}

/** Returns a table under these headings; `rows` are its cells. */
export function renderTable(name: string, headings: string[], rows: (Html | string | null)[][]): Html {
  const cells = (row: (Html | string | null)[]) => row.map((cell) => markup`<td>${cell}</td>`)
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="${name}"><table>
    <thead><tr>${headings.map((heading) => markup`<th scope="col">${heading}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => markup`<tr>${cells(row)}</tr>`)}</tbody>
  </table></div>`
}

/** A button that sends a patch; `about` says to whom cannot see the row what it is for. */
export function renderAction(label: string, about: string, patch: object): Html {
  return markup`<button data-patch="${JSON.stringify(patch)}">${label}<span class="unseen"> ${about}</span></button> `
}

/** `2026-11-21 12:38:05`, in UTC. */
export function formatMoment(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')
}
