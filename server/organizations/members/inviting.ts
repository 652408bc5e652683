import type { inviteMember } from '#contract/organizations/invitations.ts'
import { readableAddress } from '#contract/identity/typed-address.ts'
import type { Tx } from '../../database/sql.ts'
import {
  createInvitation,
  findInvitation,
  findOpenInvitation,
  type Invitation,
  type MemberTerms,
  noteInvitationMailed,
  type OpenInvitation,
  readSeats,
  renewInvitation,
} from './invitations.ts'
import { requireAttempt, takeAttempt } from '../../kernel/limits.ts'
import { refuse } from '../../kernel/problem.ts'
import { hashSecret } from '../../kernel/secrets.ts'
import { findMemberByEmail } from './members.ts'
import type { Membership } from '../../identity/memberships.ts'
import { lockOrganization } from '../organizations.ts'
import { countFreeSeats, mayInviteFreely } from '../policies.ts'
import type { Person } from '../../identity/users.ts'
import type { Services } from '../../conversations/services.ts'
import { invitationMail } from '../../messages/mails/organization.ts'
import { aboutOrganization } from '../../messages/mails/write-mail.ts'
import { queueMail } from '../../identity/queue-mail.ts'
import type { BodyOf } from '../../kernel/serve.ts'

export const dayMs = 24 * 60 * 60_000
/** For organizations that have not paid (D130). */
const freeInvitationsPerDay = 10
/** Nobody must fill a stranger's mailbox with our mails. */
const mailsPerAddressAndDay = 5

/** Who invites, for which organization, when, and the site for links. */
export interface Inviting {
  person: Person
  member: Membership
  site: string
  at: Date
  /** When the request arrived, in real time. */
  askedAt: Date
}

export interface Invited {
  invitation: Invitation
  isNew: boolean
}

/** The invited person. Omitted fields keep their earlier values, or an invitation's initial ones (D115, D117). */
export type Invitee = BodyOf<typeof inviteMember>

type Given<T> = { [K in keyof T]?: T[K] | undefined }

/**
 * Invites a person by mail, or mails an open invitation again with its changes. A new one needs a free seat (D115,
 * D116).
 */
export async function inviteByMail(tx: Tx, services: Services, by: Inviting, given: Invitee): Promise<Invited> {
  const { at } = by
  const { organizationId } = by.member
  const { note, expiresInDays, ...invitee } = given
  const expiresAt = new Date(at.getTime() + expiresInDays * dayMs)
  await lockOrganization(tx, organizationId)
  const open = await findOpenInvitation(tx, organizationId, invitee.email, at)
  if (open && isMailedSince(open, by)) return stayInvited(tx, by, open.id)
  await refuseMails(tx, services, by, [invitee.email])
  const member = await findMemberByEmail(tx, organizationId, invitee.email)
  if (member?.isActive) refuse('already_member')
  const wanted = { ...invitee, description: note, invitedBy: by.person.id, expiresAt, at }
  if (open) {
    const secret = await renewInvitation(tx, open.id, { ...wanted, invitationType: 'email' })
    return mailOnce(tx, services, by, { id: open.id, secret, isNew: false })
  }
  if (countFreeSeats(await readSeats(tx, organizationId, at)) === 0) refuse('seats_full')
  const kind = { invitationType: 'email', bulkInviteId: null } as const
  const made = await createInvitation(tx, { ...withDefaults(wanted), ...kind, organizationId })
  return mailOnce(tx, services, by, { ...made, isNew: true })
}

function withDefaults<T extends Given<MemberTerms & { firstName: string; lastName: string; description: string }>>(
  wanted: T,
) {
  return {
    ...wanted,
    firstName: wanted.firstName ?? '',
    lastName: wanted.lastName ?? '',
    role: wanted.role ?? 'member',
    accessLevel: wanted.accessLevel ?? 'standard',
    userCategory: wanted.userCategory ?? 'Members',
    description: wanted.description ?? '',
  }
}

/** Mails an open invitation again with a new link and a new date; the old link ends (D114). Null without one. */
export async function resendInvitation(
  tx: Tx,
  services: Services,
  by: Inviting,
  id: string,
  days: number,
): Promise<Invited | null> {
  const { at } = by
  await lockOrganization(tx, by.member.organizationId)
  const known = await findInvitation(tx, by.member.organizationId, id, at)
  if (known?.status !== 'pending') return null
  const open = await findOpenInvitation(tx, by.member.organizationId, known.email, at)
  if (open && isMailedSince(open, by)) return stayInvited(tx, by, id)
  await refuseMails(tx, services, by, [known.email])
  const secret = await renewInvitation(tx, id, { expiresAt: new Date(at.getTime() + days * dayMs), at })
  return mailOnce(tx, services, by, { id, secret, isNew: false })
}

/** Returns whether another request has mailed it while this one waited: pressing three times sends one mail (D201). */
export function isMailedSince({ mailedAt }: Pick<OpenInvitation, 'mailedAt'>, { askedAt }: Inviting): boolean {
  return mailedAt !== null && mailedAt > askedAt
}

async function stayInvited(tx: Tx, { member, at }: Inviting, id: string): Promise<Invited> {
  return { invitation: await readInvitation(tx, member.organizationId, id, at), isNew: false }
}

interface Made {
  id: string
  secret: string | null
  isNew: boolean
}

/** Mails it and notes when, for requests that wait at the same time. */
export async function mailOnce(tx: Tx, services: Services, by: Inviting, made: Made): Promise<Invited> {
  const invited = await mailInvitation(tx, services, by, made)
  await noteInvitationMailed(tx, made.id, services.clock.real())
  return invited
}

/** Mails an invitation that was just created or renewed. */
export async function mailInvitation(
  tx: Tx,
  services: Services,
  by: Omit<Inviting, 'askedAt'>,
  made: Made,
): Promise<Invited> {
  const invitation = await readInvitation(tx, by.member.organizationId, made.id, by.at)
  if (made.secret === null) throw new Error(`Invitation ${made.id} has no link`)
  const { email: to, firstName, description: note, expiresAt } = invitation
  const details = {
    to,
    firstName,
    organizationName: by.member.name,
    note,
    url: `${by.site}/join/${made.secret}`,
    expiresAt,
  }
  const mail = aboutOrganization(invitationMail(details), by.member.organizationId, [made.id])
  await queueMail(tx, services, mail)
  return { invitation, isNew: made.isNew }
}

async function readInvitation(tx: Tx, organizationId: number, id: string, at: Date): Promise<Invitation> {
  const invitation = await findInvitation(tx, organizationId, id, at)
  if (!invitation) throw new Error(`Invitation ${id} is gone`)
  return invitation
}

/** Counts a mail to each of these addresses. Refuses them when one was invited often enough today. */
export async function refuseMails(tx: Tx, services: Services, by: Inviting, emails: string[]): Promise<void> {
  for (const email of emails) {
    const key = `invite:${by.member.organizationId}:${hashSecret(email)}`
    const limit = { key, max: mailsPerAddressAndDay, windowMinutes: 24 * 60, isFixed: true } as const
    const retryAfterSeconds = await takeAttempt(tx, services, [limit])
    if (retryAfterSeconds === null) continue
    const message = `You have invited ${readableAddress(email)} several times today. Please try again tomorrow.`
    refuse('too_many_invitations', { retryAfterSeconds, message })
  }
  await refuseUnpaid(tx, services, by, emails.length)
}

/** Unpaid organizations could send mails for free, so they need a confirmed address and get ten a day (D24, D130). */
export async function refuseUnpaid(
  tx: Tx,
  services: Services,
  { person, member }: Inviting,
  count: number,
): Promise<void> {
  if (mayInviteFreely(person, member)) return
  if (!person.emailVerified) refuse('email_not_confirmed')
  const limit = { key: `invite:${member.organizationId}`, max: freeInvitationsPerDay, windowMinutes: 24 * 60 }
  for (let i = 0; i < count; i++) {
    await requireAttempt(tx, services, { ...limit, isFixed: true, refusal: 'too_many_invitations' })
  }
}
