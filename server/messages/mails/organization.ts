import { formatMinutes, minutesText, msToMinutes } from '#contract/amounts.ts'
import { nextMonth } from '../../kernel/months.ts'
import { type Mail, mailAbout, mailTo, type Say, writeMail } from './write-mail.ts'

/** Mails about joining an organization, and about a member's monthly limit. */

export interface InvitationDetails {
  to: string
  firstName: string
  organizationName: string
  /** A note from the person who sends the invitation; may be empty. */
  note: string
  url: string
  expiresAt: Date
}

/** An invitation to an organization; its link works only for this address (D113). */
export const invitationMail = mailAbout(
  'invitation',
  (say, { firstName, organizationName, note, url, expiresAt }: InvitationDetails) => ({
    subject: `You are invited to join ${say.typed(organizationName, 'an organization on Luna')}`,
    paragraphs: [
      `${greet(say, firstName)} ${say.typed(organizationName, 'an organization')} invites you to talk with its AI agents on Luna. The organization pays for your conversations; its admins see who talked with which agent and for how long, never what was said.`,
      say.typed(note, ''),
      `The link is only for you and works until ${say.day(expiresAt)}. If you did not expect it, you can ignore this email.`,
    ],
    actions: [{ label: 'See the invitation', url }],
  }),
)

/** Verifies an address for a shared link, and leads back to it (D119). */
export const addressProofMail = mailTo('address_proof', (say, organizationName: string, url: string) => ({
  subject: `Confirm your address to join ${say.typed(organizationName, 'an organization')}`,
  paragraphs: [
    `Someone, hopefully you, wants to join ${say.typed(organizationName, 'an organization')} on Luna with this address.`,
    'Open the link to continue. If it was not you, you can ignore this email.',
  ],
  actions: [{ label: 'Continue', url }],
}))

/** Notifies an organization's admins that a person could not join for lack of seats (D116). */
export const seatsTakenMail = mailTo('seats_taken', (say, organizationName: string, maxUsers: number, url: string) => ({
  subject: `All seats of ${nameOf(say, organizationName)} are taken`,
  paragraphs: [
    `Someone wanted to join ${nameOf(say, organizationName)}, but all ${maxUsers} seats are taken.`,
    'Remove people who have left, or add seats under Billing.',
  ],
  actions: [{ label: 'Open the dashboard', url }],
}))

export interface LimitDetails {
  email: string
  personName: string
  organizationName: string
  limitMinutes: number
  chargedMs: number
  percent: 80 | 100
  at: Date
  site: string
}

/** Notifies a member who has used 80% or 100% of their monthly minutes (D131). */
export function limitMail({ email, organizationName, percent, limitMinutes, chargedMs, at, site }: LimitDetails): Mail {
  const isUsedUp = percent === 100
  const used = formatMinutes(msToMinutes(chargedMs))
  return writeMail('limit', email, (say) => ({
    subject: isUsedUp
      ? `Your minutes at ${nameOf(say, organizationName)} are used up for this month`
      : `You have used 80% of your minutes at ${nameOf(say, organizationName)}`,
    paragraphs: [
      `You have used ${used} of the ${minutesText(limitMinutes)} that you get from ${nameOf(say, organizationName)} each month.`,
      isUsedUp
        ? `You can talk again on ${say.day(nextMonth(at))}. If you need more before then, ask an admin of your organization.`
        : `You get new minutes on ${say.day(nextMonth(at))}. If you need more before then, ask an admin of your organization.`,
    ],
    actions: [{ label: 'Open the dashboard', url: `${site}/organization-dashboard` }],
  }))
}

/** Notifies an admin, who can raise the member's limit (D131). */
export function memberLimitMail(to: string, content: LimitDetails): Mail {
  const { personName, organizationName, percent, limitMinutes, chargedMs, at, site } = content
  const used = formatMinutes(msToMinutes(chargedMs))
  const nextAt = nextMonth(at)
  return writeMail('member_limit', to, (say) => ({
    subject:
      percent === 100
        ? `${say.typed(personName, 'A member')} has no minutes left at ${nameOf(say, organizationName)} this month`
        : `${say.typed(personName, 'A member')} has used 80% of their minutes at ${nameOf(say, organizationName)}`,
    paragraphs: [
      `${say.typed(personName, 'A member')} has used ${used} of the ${minutesText(limitMinutes)} that they get from ${nameOf(say, organizationName)} each month.`,
      percent === 100
        ? `They can talk again on ${say.day(nextAt)}, or as soon as you raise their limit under Users.`
        : `They get new minutes on ${say.day(nextAt)}. If they need more before then, raise their limit under Users.`,
    ],
    actions: [{ label: 'Open Users', url: `${site}/organization-dashboard?tab=users` }],
  }))
}

function greet(say: Say, firstName: string): string {
  const name = say.typed(firstName, '')
  return name === '' ? 'Hello,' : `Hello ${name},`
}

function nameOf(say: Say, organizationName: string): string {
  return say.typed(organizationName, 'your organization')
}
