import { maskEmail } from '#contract/identity/masked-email.ts'
import { unpaidLimits } from '#contract/organizations/management.ts'
import { hasRows, type Read, type Tx } from '../database/sql.ts'
import { hasEnded } from '../identity/access.ts'
import { findMembership, type Membership } from '../identity/memberships.ts'
import { runsPlatform } from '../identity/policies.ts'
import type { Person } from '../identity/users.ts'
import { hashSecret } from '../kernel/secrets.ts'
import { findOpenInvitation, readSeats, type Seats } from './members/invitations.ts'
import type { JoinLink } from './members/join-links.ts'
import { findMember, type Member } from './members/members.ts'
import { isSetupSecretOf, type Registration } from './orders/orders.ts'
import { isCanceledByAdmin } from './state.ts'

/** Who may see, run, join and leave an organization, and whose an order is. */

type Role = Pick<Membership, 'role'>

/** Returns whether a member sees how much everybody talked, and with whom; the others see only their own (D135). */
export function maySeeEverybodysTalk({ role }: Role): boolean {
  return role === 'admin'
}

/** Returns whether a member sees addresses, roles and limits of the others, and those who have no seat now (D123). */
export function maySeeMemberRecords({ role }: Role): boolean {
  return role === 'admin'
}

/** Returns whether a member sees who else works there; guests do not (D123). */
export function maySeeDirectory({ role }: Role): boolean {
  return role !== 'guest'
}

/** Returns whether a member sees the contact address and the number of seats (D123). */
export function maySeeContract({ role }: Role): boolean {
  return role === 'admin'
}

/** Returns whether a member sees what is left to set up in a new organization. */
export function maySeeChecklist({ role }: Role): boolean {
  return role === 'admin'
}

/** Returns whether a member sees an agent's instructions and who assigned it (D127). */
export function maySeeInstructions({ role }: Role): boolean {
  return role === 'admin'
}

/**
 * Returns whether a person may see an app: everybody sees published ones; drafts are for their own admins and the
 * platform's owners (D139, D140).
 */
export async function maySeeApp(
  read: Read,
  { isPublished, organizationId }: { isPublished: boolean; organizationId: number },
  person: Pick<Person, 'id' | 'staffRole'> | null,
): Promise<boolean> {
  if (isPublished) return true
  const membership = person && (await findMembership(read, person.id, organizationId, runsPlatform(person)))
  return membership?.role === 'admin'
}

/**
 * Returns whether an organization may show this picture as its logo: pictures on this site come from uploads, and
 * naming another's would take it over (D137).
 */
export function mayShowLogo(present: string | null, wanted: string | null | undefined): boolean {
  return !wanted?.startsWith('/') || wanted === present
}

/** Returns whether a person may create one more organization. Only a few of a person's may wait for a package (D130). */
export async function mayCreateOrganization(read: Read, person: Pick<Person, 'id' | 'staffRole'>): Promise<boolean> {
  if (runsPlatform(person)) return true
  const [row] = await read<{ count: number }>`
    select count(*)::integer as count from organization
    where created_by = ${person.id} and subscription_status = 'inactive' and archived_at is null`
  return (row?.count ?? 0) < unpaidLimits.organizations
}

/** Returns whether somebody may invite as many people as there are seats: not for an unpaid organization (D130). */
export function mayInviteFreely(
  person: Pick<Person, 'staffRole'>,
  member: Pick<Membership, 'subscriptionStatus'>,
): boolean {
  return member.subscriptionStatus !== 'inactive' || runsPlatform(person)
}

/** Returns how many seats are neither taken nor promised (D116). */
export function countFreeSeats({ maxUsers, active, pending }: Seats): number {
  return Math.max(0, maxUsers - active - pending)
}

/**
 * Returns whether an organization may go without these members as admins, because another active one stays (D128), and
 * locks its admins for the transaction.
 */
export async function mayLoseAdmins(
  tx: Tx,
  organizationId: number,
  members: readonly Pick<Member, 'id' | 'role' | 'isActive'>[],
): Promise<boolean> {
  const leaving = new Set(members.filter(({ role, isActive }) => role === 'admin' && isActive).map(({ id }) => id))
  if (leaving.size === 0) return true
  // A request for erasure locks these rows, too, so the statement after the wait sees it.
  await tx`
    select 1 from organization_user where organization_id = ${organizationId} and role = 'admin'
    order by user_id for update`
  const admins = await tx<{ userId: string }>`
    select user_id from present_admin where organization_id = ${organizationId}`
  return admins.some(({ userId }) => !leaving.has(userId))
}

/** Returns whether an organization would have members and no admin if this person left (D28, D128). */
export function isLastOrganizationAdmin(read: Read, userId: string): Promise<boolean> {
  return hasRows(read`
    select from organization_user as own
    where user_id = ${userId} and role = 'admin' and is_active
      and exists (select from organization_user as member
        where member.organization_id = own.organization_id and member.user_id <> ${userId} and member.is_active)
      and not exists (select from present_admin as fellow
        where fellow.organization_id = own.organization_id and fellow.user_id <> ${userId})
    limit 1`)
}

/** Why a link does not let a person in. */
export type LinkRefusal =
  | 'invitation_not_found'
  | 'invitation_expired'
  | 'invitation_revoked'
  | 'invitation_used'
  | 'invitation_declined'
  | 'invitation_replaced'

/** Returns the refusal that a link's state means; null while it is open. */
export function refuseLink(link: JoinLink | null): LinkRefusal | null {
  if (!link) return 'invitation_not_found'
  return link.state === 'open' ? null : `invitation_${link.state}`
}

/** Returns whether a link is open, belongs to that organization, and is for that address (D110). */
export function isLinkFor(
  link: JoinLink,
  { email, organizationId }: { email: string; organizationId: number },
): boolean {
  if (link.state !== 'open' || link.organizationId !== organizationId) return false
  return link.email === null ? isOfDomain(email, link.emailDomain) : link.email === email
}

export type AddressRefusal =
  | { state: 'wrong_account'; maskedEmail: string }
  | { state: 'domain_not_allowed' | 'email_not_confirmed' }

/** Returns why a link is not for the address of a signed-in person (D111, D119); null when it is. */
export function refuseAddress(
  { email, emailDomain }: JoinLink,
  person: Pick<Person, 'email' | 'emailVerified'>,
): AddressRefusal | null {
  if (email !== null && email !== person.email) return { state: 'wrong_account', maskedEmail: maskEmail(email) }
  if (!isOfDomain(person.email, emailDomain)) return { state: 'domain_not_allowed' }
  return emailDomain !== null && !person.emailVerified ? { state: 'email_not_confirmed' } : null
}

function isOfDomain(email: string, domain: string | null): boolean {
  return domain === null || email.endsWith(`@${domain}`)
}

export type JoinRefusal = 'organization_inactive' | 'already_member' | 'membership_ended' | 'seats_full'

/** Returns what prevents a person from joining, under the organization's lock. No `userId` means a new account. */
export async function refuseJoining(
  tx: Tx,
  link: JoinLink,
  { userId, email, at }: { userId: string | null; email: string; at: Date },
): Promise<JoinRefusal | null> {
  if (hasEnded(link, at)) return 'organization_inactive'
  const before = userId === null ? null : await findMember(tx, link.organizationId, userId, at)
  if (before?.isActive) return 'already_member'
  // A person whom an admin has switched off cannot come back by a shared link.
  if (before && link.invitationType === 'link') return 'membership_ended'
  return (await isFull(tx, link, email, at)) ? 'seats_full' : null
}

/**
 * Returns whether no seat is left for a person. Those invited by name have one already; everybody else needs one that
 * is neither taken nor promised (D116).
 */
async function isFull(tx: Tx, link: JoinLink, email: string, at: Date): Promise<boolean> {
  const seats = await readSeats(tx, link.organizationId, at)
  const own = link.invitationType === 'link' ? await findOpenInvitation(tx, link.organizationId, email, at) : null
  const hasSeat = link.invitationType !== 'link' || (own !== null && own.isNamed)
  return hasSeat ? seats.active >= seats.maxUsers : countFreeSeats(seats) === 0
}

/** Returns whether a payment may bring an organization back: nobody switched it off (D129, D149). */
export async function mayBeginAgain(
  read: Read,
  { isActive, accountId }: Pick<Membership, 'isActive' | 'accountId'>,
): Promise<boolean> {
  return isActive && !(await isCanceledByAdmin(read, accountId))
}

/**
 * Returns whether a person of the staff only undoes their own act when they set an organization active: the last change
 * of its access was theirs and ended it, and what it ended had been given without a payment. Access that came from a plan
 * (`hadPlan`) which is over by now is not theirs to give (D211).
 */
export function mayUndoEnd(
  read: Read,
  adminId: string,
  { organizationId, hadPlan }: { organizationId: number; hadPlan: boolean },
): Promise<boolean> {
  return hasRows(read`
    select from (
      select admin_id, before from admin_act
      where target_kind = 'organization' and target_id = ${String(organizationId)}
        and action in ('organization.status', 'organization.archiveOrganization')
      order by place desc limit 1
    ) as act join organization on organization.id = ${organizationId}
    where act.admin_id = ${adminId} and coalesce((act.before ->> 'isActive')::boolean, true)
      and coalesce(act.before ->> 'subscriptionStatus', organization.subscription_status) = 'active'
      and (not ${hadPlan}::boolean or coalesce(act.before ->> 'setByAdmin', organization.set_by_admin) = 'active')`)
}

/**
 * Returns whether somebody sees the names, addresses and prices of an order: the browser that registered it, and the
 * owner of the account in question (D104).
 */
export function maySeeOrder(
  order: Registration,
  { person, setupSecret }: { person: Pick<Person, 'email'> | null; setupSecret: string },
): boolean {
  return isSetupSecretOf(order, setupSecret) || (order.adminState === 'asked' && person?.email === order.contactEmail)
}

/** Returns whether a person may say whether an organization is theirs: its paid order names their address (D106). */
export function mayAnswerOrder({ email }: Pick<Person, 'email'>, order: Registration): boolean {
  return order.organizationId !== null && order.contactEmail === email && order.adminState !== 'created'
}

/** Returns whether a registration waits for payment and belongs to the browser that holds this secret (D101). */
export function mayAddLogo(read: Read, id: string, setupSecret: string, at: Date): Promise<boolean> {
  return hasRows(read`
    select from business_registration
    where id = ${id} and setup_hash = ${hashSecret(setupSecret)} and status = 'awaiting_payment' and expires_at > ${at}`)
}
