import { countText } from '#contract/amounts.ts'
import type { JobData } from '../../database/jobs.ts'
import { writeMail } from './write-mail.ts'

/** The reminder of next steps. */

interface MailedStep {
  title: string
  note: string
  /** The agent that they talked about it with; null when the person wrote it down. */
  agentName: string | null
  /** The day on which it was due, in words, if that is over. */
  since: string | null
  /** Opens a page that marks it as done. */
  doneUrl: string
}

/** So many steps get a button each; a longer list is for the page. */
const mostButtons = 10

/** Reminds somebody of what is due, with one link for each step that marks it as done. */
export function stepsDueMail(to: string, steps: readonly MailedStep[], site: string): JobData['mail'] {
  const [first] = steps
  const single = steps.length === 1 ? first : undefined
  const more = steps.length - mostButtons
  return writeMail({
    to,
    subject: single ? `Due today: ${single.title}` : `${countText(steps.length, 'next step')} due today`,
    paragraphs: [
      ...steps.flatMap(describe),
      ...(more > 0 ? [`Your list has ${countText(more, 'more step')} for today.`] : []),
      'You can switch these reminders off below your list.',
    ],
    actions: [
      ...steps.slice(0, mostButtons).map(({ title, doneUrl }) => ({
        label: single ? 'Done' : `Done: ${title}`,
        url: doneUrl,
      })),
      { label: 'Open my next steps', url: `${site}/dashboard/next-steps` },
    ],
  })
}

function describe({ title, note, agentName, since }: MailedStep): string[] {
  const origin = agentName === null ? '' : ` You talked about it with ${agentName}.`
  const late = since === null ? '' : ` It was due on ${since}.`
  return [`${title}${/[.?!]$/.test(title) ? '' : '.'}${origin}${late}`, ...(note === '' ? [] : [note])]
}
