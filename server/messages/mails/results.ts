import { formatDay } from '#contract/dates.ts'
import { type Mail, type Say, writeMail } from './write-mail.ts'
import { countText } from '#contract/amounts.ts'

interface MailedRecap {
  agentName: string
  talkedAt: Date
  title: string | null
  summary: string | null
  steps: readonly { title: string; dueOn: string | null }[]
  /** The documents that were read for its answers. */
  sourceTitles: readonly string[]
  /** The page of a kept conversation. */
  url: string | null
}

/** The recap of a conversation, which its person has sent to themselves. */
export function recapMail(to: string, recap: MailedRecap): Mail {
  const { sourceTitles, steps, summary, title, url } = recap
  return writeMail('recap', to, (say) => ({
    subject: title ?? aboutTalk(say, recap),
    isSubjectPrivate: true,
    paragraphs: [
      ...(title === null ? [] : [`${aboutTalk(say, recap)}.`]),
      ...(summary === null ? [] : [summary]),
      ...(steps.length === 0 ? [] : ['Next steps:']),
      ...steps.map((step) => `– ${step.title}${step.dueOn === null ? '' : ` (by ${formatDay(step.dueOn)})`}`),
      ...(sourceTitles.length === 0 ? [] : [`Read for the answers: ${sourceTitles.join(', ')}`]),
    ],
    ...(url === null ? {} : { actions: [{ label: 'Open the conversation', url }] }),
  }))
}

function aboutTalk(say: Say, { agentName, talkedAt }: MailedRecap): string {
  return `Your conversation with ${agentName} on ${say.day(talkedAt)}`
}

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

/** So many steps are described and get a link each; a longer list is for the page. */
const mostNamed = 10

/** Reminds somebody of what is due, with a link for each step to the page that marks it as done. */
export function stepsDueMail(to: string, steps: readonly MailedStep[], site: string): Mail {
  const isSingle = steps.length === 1
  const named = steps.slice(0, mostNamed)
  const more = steps.length - mostNamed
  const list = { label: 'Open my next steps', url: `${site}/dashboard/next-steps` }
  const done = named.map(({ title, doneUrl }) => ({
    label: isSingle ? 'Mark as Done' : `Mark as Done: ${title}`,
    url: doneUrl,
  }))
  return writeMail('steps_due', to, {
    subject: subjectOf(steps),
    isSubjectPrivate: true,
    paragraphs: [
      ...named.flatMap(describe),
      ...(more > 0 ? [`Your list has ${countText(more, 'more step')} due.`] : []),
      'You can turn off these reminders under Reminders on your Next Steps page.',
    ],
    actions: isSingle ? [...done, list] : [list, ...done],
  })
}

function subjectOf(steps: readonly MailedStep[]): string {
  const [first, ...others] = steps
  const isLate = steps.some(({ since }) => since !== null)
  if (first && others.length === 0) return `${isLate ? 'Overdue' : 'Due today'}: ${first.title}`
  return `${countText(steps.length, 'next step')} ${isLate ? 'due' : 'due today'}`
}

function describe({ title, note, agentName, since }: MailedStep): string[] {
  const origin = agentName === null ? '' : ` You talked about it with ${agentName}.`
  const late = since === null ? '' : ` It was due on ${since}.`
  return [`${title}${/[.?!]$/.test(title) ? '' : '.'}${origin}${late}`, ...(note === '' ? [] : [note])]
}
