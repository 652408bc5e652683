import { formatDay } from '#contract/dates.ts'
import { type Mail, type Say, writeMail } from './write-mail.ts'

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
