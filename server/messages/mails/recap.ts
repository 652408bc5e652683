import { formatDay, formatLongDay } from '#contract/dates.ts'
import { type Mail, writeMail } from './write-mail.ts'

interface MailedRecap {
  agentName: string
  talkedAt: Date
  /** Of its reader. */
  timeZone: string
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
  const { agentName, sourceTitles, steps, summary, talkedAt, timeZone, title, url } = recap
  const about = `Your conversation with ${agentName} on ${formatLongDay(talkedAt, timeZone)}`
  return writeMail({
    kind: 'recap',
    to,
    subject: title ?? about,
    isSubjectPrivate: true,
    paragraphs: [
      ...(title === null ? [] : [`${about}.`]),
      ...(summary === null ? [] : [summary]),
      ...(steps.length === 0 ? [] : ['Next steps:']),
      ...steps.map((step) => `– ${step.title}${step.dueOn === null ? '' : ` (by ${formatDay(step.dueOn)})`}`),
      ...(sourceTitles.length === 0 ? [] : [`Read for the answers: ${sourceTitles.join(', ')}`]),
    ],
    ...(url === null ? {} : { actions: [{ label: 'Open the conversation', url }] }),
  })
}
