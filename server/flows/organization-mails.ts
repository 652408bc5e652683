import type { JobData } from '../jobs/jobs.ts'
import { writeLetter } from './mails.ts'

/** Mails about joining an organization: data in, subject and both bodies out. */

type Mail = JobData['mail']

export interface InvitationLetter {
  to: string
  firstName: string
  organizationName: string
  /** What the inviting person wrote; may be empty. */
  note: string
  url: string
  expiresAt: Date
}

/** The way into an organization; its link is for this address alone (D113). */
export function invitationMail({ to, firstName, organizationName, note, url, expiresAt }: InvitationLetter): Mail {
  const greeting = firstName === '' ? 'Hello,' : `Hello ${firstName},`
  return writeLetter({
    to,
    subject: `You are invited to join ${organizationName}`,
    paragraphs: [
      `${greeting} ${organizationName} invites you to talk with its AI agents on Luna. The organization pays for your conversations; its admins see who talked with which agent and how long, never what was said.`,
      ...(note === '' ? [] : [note]),
      `The link is for you alone and works until ${dayOf(expiresAt)}. If you did not expect it, nothing needs to be done.`,
    ],
    actions: [{ label: 'See the invitation', url }],
  })
}

/** Proves an address that a link asks for, and goes on from there (D119). */
export function addressProofMail(to: string, organizationName: string, url: string): Mail {
  return writeLetter({
    to,
    subject: `Confirm your address to join ${organizationName}`,
    paragraphs: [
      `Somebody, hopefully you, wants to join ${organizationName} on Luna with this address.`,
      'Please open the link to go on. If it was not you, nothing needs to be done.',
    ],
    actions: [{ label: 'Go on', url }],
  })
}

/** To the admins of an organization that somebody could not join (D116). */
export function seatsTakenMail(to: string, organizationName: string, maxUsers: number, url: string): Mail {
  return writeLetter({
    to,
    subject: `All seats of ${organizationName} are taken`,
    paragraphs: [
      `Somebody wanted to join ${organizationName}, but all ${maxUsers} seats are taken.`,
      'Remove somebody who has left, or add seats under Billing.',
    ],
    actions: [{ label: 'Open the dashboard', url }],
  })
}

function dayOf(at: Date): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}
