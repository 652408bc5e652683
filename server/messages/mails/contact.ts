import { type Mail, writeMail } from './write-mail.ts'

/** Mails about messages that people without an account sent from /contact (D177). */

/** Notifies the team of a message; the text can be read in the admin panel only. */
export function contactArrivedMail(to: string, site: string): Mail {
  return writeMail('contact_arrived', to, {
    subject: 'A message from the contact page',
    paragraphs: ['Someone without an account sent you a message. It is waiting in the admin panel.'],
    actions: [{ label: 'Read it', url: `${site}/admin?tab=communications&contact=open` }],
  })
}

interface Answered {
  name: string
  email: string
  message: string
  createdAt: Date
  /** The words of the team. */
  answer: string
}

/** The team's answer; it quotes the message only to a confirmed address, because anybody can type another one. */
export function contactAnswerMail({ name, email, message, createdAt, answer }: Answered, site: string): Mail {
  return writeMail('contact_answer', email, (say) => ({
    subject: 'Our answer to your message',
    paragraphs: [
      say.typed(`Hello ${name},`, 'Hello,'),
      `This is our answer to the message that you sent us from our contact page on ${say.day(createdAt)}.`,
      ...linesOf(answer),
      ...linesOf(say.typed(`You wrote to us:\n${message}`, '')),
      'If you want to write to us again, please use the contact page.',
    ],
    actions: [{ label: 'Write to us', url: `${site}/contact` }],
  }))
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}
