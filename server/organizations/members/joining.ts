import type { Tx } from '../../database/sql.ts'
import { redeemLink } from './bulk-invitations.ts'
import { acceptOpenInvitations, endInvitation } from './invitations.ts'
import { findJoinLink, type JoinLink } from './join-links.ts'
import { type Limit, takeAttempt } from '../../kernel/limits.ts'
import { addMember, listAdminEmails } from './members.ts'
import { rememberContext } from '../../identity/contexts.ts'
import { lockOrganization } from '../organizations.ts'
import {
  type AddressRefusal,
  type JoinRefusal,
  type LinkRefusal,
  refuseAddress,
  refuseJoining,
  refuseLink,
} from '../policies.ts'
import { createEmailVerification } from '../../identity/sign-in/passwords.ts'
import type { Services } from '../../conversations/services.ts'
import { verificationMail } from '../../messages/mails/sign-in.ts'
import { seatsTakenMail } from '../../messages/mails/organization.ts'
import { aboutOrganization } from '../../messages/mails/write-mail.ts'
import { queueMail } from '../../identity/queue-mail.ts'

export interface Joiner {
  userId: string
  email: string
  emailVerified: boolean
}

export type Joined = { state: 'joined'; link: JoinLink } | AddressRefusal | { state: LinkRefusal | JoinRefusal }

/** Lets a signed-in person into the organization of a link, if it is theirs to use and a seat is free (D111, D116). */
export async function acceptInvitation(
  tx: Tx,
  services: Services,
  joiner: Joiner,
  { secret, site, at }: { secret: string; site: string; at: Date },
): Promise<Joined> {
  const link = await lockLink(tx, secret, at)
  const refusal = refuseLink(link)
  if (!link || refusal) return { state: refusal ?? 'invitation_not_found' }
  const ofAddress = refuseAddress(link, joiner)
  if (ofAddress?.state === 'email_not_confirmed') await mailVerification(tx, services, joiner, { site, at })
  if (ofAddress) return ofAddress
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

/** Returns what prevents a person from joining. The admins learn of it when no seat is left. */
export async function findBarrier(
  tx: Tx,
  services: Services,
  link: JoinLink,
  { site, ...joiner }: { userId: string | null; email: string; site: string; at: Date },
): Promise<JoinRefusal | null> {
  const refusal = await refuseJoining(tx, link, joiner)
  if (refusal === 'seats_full') await notifyAdmins(tx, services, link, site)
  return refusal
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

async function notifyAdmins(tx: Tx, services: Services, link: JoinLink, site: string): Promise<void> {
  const limit: Limit = { key: `seats-taken:${link.organizationId}`, max: 1, windowMinutes: 24 * 60, isFixed: true }
  if ((await takeAttempt(tx, services, [limit])) !== null) return
  const { maxUsers } = await lockOrganization(tx, link.organizationId)
  for (const to of await listAdminEmails(tx, link.organizationId)) {
    const mail = seatsTakenMail(to, link.organizationName, maxUsers, `${site}/organization-dashboard`)
    await queueMail(tx, services, aboutOrganization(mail, link.organizationId))
  }
}

/** At most three an hour, like every such mail (D24). */
export async function mailVerification(
  tx: Tx,
  services: Services,
  joiner: Joiner,
  { site, at }: { site: string; at: Date },
): Promise<void> {
  const limit: Limit = { key: `verify:${joiner.userId}`, max: 3, windowMinutes: 60 }
  if ((await takeAttempt(tx, services, [limit])) !== null) return
  const proof = { userId: joiner.userId, email: joiner.email, purpose: 'confirm' } as const
  const secret = await createEmailVerification(tx, proof, at)
  const url = `${site}/verify-email?token=${secret}`
  await queueMail(tx, services, verificationMail(joiner.email, url))
}

/** Declines a mailed invitation; a shared link stays as it is (D114). */
export async function declineInvitation(tx: Tx, secret: string, at: Date): Promise<LinkRefusal | null> {
  const link = await findJoinLink(tx, secret, at)
  const refusal = refuseLink(link)
  if (!link || refusal) return refusal
  if (!link.isShared) await endInvitation(tx, link.organizationId, link.id, 'declined', at)
  return null
}
