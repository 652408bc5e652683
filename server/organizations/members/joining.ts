import { maskEmail } from '#contract/identity/masked-email.ts'
import type { Tx } from '../../database/sql.ts'
import { hasEnded } from '../../identity/access.ts'
import { redeemLink } from './bulk-invitations.ts'
import { acceptOpenInvitations, endInvitation, findOpenInvitation, readSeats } from './invitations.ts'
import { findJoinLink, type JoinLink } from './join-links.ts'
import { countAttempt, type Limit } from '../../kernel/limits.ts'
import { addMember, findMember, listAdminEmails } from './members.ts'
import { rememberContext } from '../../identity/contexts.ts'
import { lockOrganization } from '../organizations.ts'
import { createEmailVerification } from '../../identity/sign-in/passwords.ts'
import type { Services } from '../../conversations/services.ts'
import { verificationMail } from '../../messages/mails/sign-in.ts'
import { seatsTakenMail } from '../../messages/mails/organization.ts'

/** Why a link does not let a person in. */
export type LinkRefusal =
  | 'invitation_not_found'
  | 'invitation_expired'
  | 'invitation_revoked'
  | 'invitation_used'
  | 'invitation_declined'

/** Returns the refusal that a link's state means; null while it is open. */
export function refusalOf(link: JoinLink | null): LinkRefusal | null {
  if (!link) return 'invitation_not_found'
  return link.state === 'open' ? null : `invitation_${link.state}`
}

export interface Joiner {
  userId: string
  email: string
  firstName: string
  emailVerified: boolean
}

export type Joined =
  | { state: 'joined'; link: JoinLink }
  | { state: 'wrong_account'; maskedEmail: string }
  | { state: LinkRefusal | JoinRefusal }

export type JoinRefusal =
  | 'organization_inactive'
  | 'domain_not_allowed'
  | 'email_not_confirmed'
  | 'already_member'
  | 'membership_ended'
  | 'seats_full'

/** Lets a signed-in person into the organization of a link, if it is theirs to use and a seat is free (D111, D116). */
export async function acceptInvitation(
  tx: Tx,
  services: Services,
  joiner: Joiner,
  { secret, site, at }: { secret: string; site: string; at: Date },
): Promise<Joined> {
  const link = await lockLink(tx, secret, at)
  const refusal = refusalOf(link)
  if (!link || refusal) return { state: refusal ?? 'invitation_not_found' }
  if (link.email !== null && link.email !== joiner.email) {
    return { state: 'wrong_account', maskedEmail: maskEmail(link.email) }
  }
  if (!isOfDomain(joiner.email, link.emailDomain)) return { state: 'domain_not_allowed' }
  if (link.emailDomain !== null && !joiner.emailVerified) {
    await mailVerification(tx, services, joiner, { site, at })
    return { state: 'email_not_confirmed' }
  }
  const barrier = await findBarrier(tx, services, link, { ...joiner, site, at })
  if (barrier) return { state: barrier }
  await takeSeat(tx, link, joiner.userId, joiner.email, at)
  return { state: 'joined', link }
}

/** Returns the link after locking its organization's members. */
export async function lockLink(tx: Tx, secret: string, at: Date): Promise<JoinLink | null> {
  const seen = await findJoinLink(tx, secret, at)
  if (!seen) return null
  await lockOrganization(tx, seen.organizationId)
  return findJoinLink(tx, secret, at)
}

/** Returns what prevents a person from joining, under the organization's lock. No `userId` means a new account. */
export async function findBarrier(
  tx: Tx,
  services: Services,
  link: JoinLink,
  { userId, email, site, at }: { userId: string | null; email: string; site: string; at: Date },
): Promise<JoinRefusal | null> {
  if (hasEnded(link, at)) return 'organization_inactive'
  const before = userId === null ? null : await findMember(tx, link.organizationId, userId, at)
  if (before?.isActive) return 'already_member'
  // A person whom an admin has switched off cannot come back by a shared link.
  if (before && link.invitationType === 'link') return 'membership_ended'
  if (!(await isFull(tx, link, email, at))) return null
  await notifyAdmins(tx, services, link, site)
  return 'seats_full'
}

/** Takes a seat for a person who joins, and makes the organization their context. */
export async function takeSeat(tx: Tx, link: JoinLink, userId: string, email: string, at: Date): Promise<void> {
  const { organizationId, role, accessLevel, userCategory, bulkInviteId } = link
  if (link.invitationType === 'link' && bulkInviteId !== null && !(await redeemLink(tx, bulkInviteId, at))) {
    throw new Error(`Link ${bulkInviteId} was used up under the lock of its organization`)
  }
  const origin = link.invitedBy === null ? {} : { invitedBy: link.invitedBy, invitedAt: link.createdAt }
  await addMember(tx, { organizationId, userId, role, accessLevel, userCategory, ...origin, at })
  await acceptOpenInvitations(tx, { organizationId, email, userId, at })
  await rememberContext(tx, userId, organizationId, at)
}

/**
 * Returns whether no seat is left for a person. Those invited by name have one already; everybody else needs one that
 * is neither taken nor promised (D116).
 */
async function isFull(tx: Tx, link: JoinLink, email: string, at: Date): Promise<boolean> {
  const { active, pending, maxUsers } = await readSeats(tx, link.organizationId, at)
  const own = link.invitationType === 'link' ? await findOpenInvitation(tx, link.organizationId, email, at) : null
  const hasSeat = link.invitationType !== 'link' || (own !== null && own.isNamed)
  return hasSeat ? active >= maxUsers : active + pending >= maxUsers
}

async function notifyAdmins(tx: Tx, services: Services, link: JoinLink, site: string): Promise<void> {
  const limit: Limit = { key: `seats-taken:${link.organizationId}`, max: 1, windowMinutes: 24 * 60 }
  if ((await countAttempt(tx, limit, 1, services.clock.real())) !== null) return
  const { maxUsers } = await lockOrganization(tx, link.organizationId)
  for (const to of await listAdminEmails(tx, link.organizationId)) {
    const mail = seatsTakenMail(to, link.organizationName, maxUsers, `${site}/organization-dashboard`)
    await services.jobs.enqueue(tx, 'mail', mail)
  }
}

export function isOfDomain(email: string, domain: string | null): boolean {
  return domain === null || email.endsWith(`@${domain}`)
}

/** At most three an hour, like every such mail (D24). */
export async function mailVerification(
  tx: Tx,
  services: Services,
  joiner: Joiner,
  { site, at }: { site: string; at: Date },
): Promise<void> {
  const limit: Limit = { key: `verify:${joiner.userId}`, max: 3, windowMinutes: 60 }
  if ((await countAttempt(tx, limit, services.config.rateLimitFactor, services.clock.real())) !== null) return
  const proof = { userId: joiner.userId, email: joiner.email, purpose: 'confirm' } as const
  const secret = await createEmailVerification(tx, proof, at)
  const url = `${site}/verify-email?token=${secret}`
  await services.jobs.enqueue(tx, 'mail', verificationMail(joiner.email, joiner.firstName, url))
}

/** Declines a mailed invitation; a shared link stays as it is (D114). */
export async function declineInvitation(tx: Tx, secret: string, at: Date): Promise<LinkRefusal | null> {
  const link = await findJoinLink(tx, secret, at)
  const refusal = refusalOf(link)
  if (!link || refusal) return refusal
  if (!link.isShared) await endInvitation(tx, link.organizationId, link.id, 'declined', at)
  return null
}
