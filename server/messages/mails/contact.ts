import type { JobData } from '../../database/queues.ts'
import { writeMail } from './write-mail.ts'

/** Mails about messages that people without an account sent from /contact (D177). */

/** Notifies the team of a message; the text can be read in the admin panel only. */
export function contactArrivedMail(to: string, site: string): JobData['mail'] {
  return writeMail({
    kind: 'contact_arrived',
    to,
    subject: 'A message from the contact page',
    paragraphs: ['Someone without an account sent you a message. It is waiting in the admin panel.'],
    actions: [{ label: 'Read it', url: `${site}/admin?tab=communications&contact=open` }],
  })
}

/** The team's answer, quoting the message. */
export function contactAnswerMail(
  { name, email, message, answer }: { name: string; email: string; message: string; answer: string },
  site: string,
): JobData['mail'] {
  return writeMail({
    kind: 'contact_answer',
    to: email,
    subject: 'Our answer to your message',
    paragraphs: [
      `Hello ${name},`,
      ...linesOf(answer),
      'You wrote to us:',
      ...linesOf(message),
      'If you want to write to us again, please use the contact page.',
    ],
    actions: [{ label: 'Write to us', url: `${site}/contact` }],
  })
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}
