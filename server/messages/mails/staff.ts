import { formatCents, minutesText } from '#contract/amounts.ts'
import { staffRoleNames } from '#contract/identity/staff.ts'
import { readableAddress } from '#contract/identity/typed-address.ts'
import type { StaffRole } from '#contract/identity/people.ts'
import { type Mail, mailTo, writeMail } from './write-mail.ts'

export interface GivenRole {
  email: string
  staffRole: StaffRole
  /** The address of the owner who gave it, or words for the operator. */
  by: string
}

/** Somebody got a staff role or more duties; sent to all owners at once (D192). */
export const staffRoleMail = mailTo('staff_role', (_say, { email, staffRole, by }: GivenRole, site: string) => ({
  subject: 'A staff role was given',
  paragraphs: [
    `${readableAddress(email)} now has the staff role ${staffRoleNames[staffRole]}. ${readableAddress(by)} gave it.`,
    'If this was not agreed, take the role away under Users and choose a new password for the account that gave it.',
  ],
  actions: [{ label: 'Open Users', url: `${site}/admin?tab=users&q=${encodeURIComponent(email)}` }],
}))

interface LargeCredit {
  /** The address of the person on the staff who gave it. */
  by: string
  /** The customer: an address, or the name of an organization. */
  whom: string
  minutes: number
  /** The worth of all that staff credited to the customer within 24 hours, at the price of the smallest package. */
  worthCents: number
  reason: string
}

/** Somebody on the staff credited minutes that are worth a lot; sent to all owners at once. */
export const largeCreditMail = mailTo(
  'large_credit',
  ({ typed }, { by, whom, minutes, worthCents, reason }: LargeCredit) => ({
    subject: 'A large credit was given',
    paragraphs: [
      `${readableAddress(by)} gave ${minutesText(minutes)} to ${typed(whom, 'a customer')}. Minutes that this customer got from the team within 24 hours are worth ${formatCents(worthCents)} at the price of the smallest package.`,
      typed(`Reason: ${reason}`, ''),
      'If this was not agreed, take the minutes back with Adjust Credits before they are used.',
    ],
  }),
)

/** Mails about messages that people without an account sent from /contact (D177). */

/** Notifies the team of a message; the text can be read in the admin panel only. */
export const contactArrivedMail = mailTo('contact_arrived', (_say, site: string) => ({
  subject: 'A message from the contact page',
  paragraphs: ['Someone without an account sent you a message. It is waiting in the admin panel.'],
  actions: [{ label: 'Read it', url: `${site}/admin?tab=communications&contact=open` }],
}))

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
