import { removalWaitDays } from '#contract/admin/users.ts'
import type { StaffRole, Role } from '#contract/identity/people.ts'
import { deletionWaitDays } from '#contract/departure/departure.ts'
import { allValues, first, firstValue, hasRows, type LongRead, type Read, type Tx } from '../database/sql.ts'
import { noteAccountEvent } from './sign-in/account-events.ts'
import { randomInt } from 'node:crypto'

/** A person as every request knows them: who they are, what they may do, and which account pays (D15). */
export interface Person {
  id: string
  email: string
  firstName: string
  lastName: string
  role: Role
  /** What a platform admin is hired for; null for everybody else, and until two-factor sign-in is set up (D27). */
  staffRole: StaffRole | null
  /** A platform admin who must first set up two-factor sign-in. Until then the role reads `user` (D27). */
  mustSetUpTwoFactor: boolean
  isActive: boolean
  emailVerified: boolean
  voiceConsentVersion: string | null
  /** Since when this person has asked to be deleted. A sign-in within 7 days cancels that (D28). */
  deletionRequestedAt: Date | null
  accountId: string
  /** Null without a subscription of their own. */
  subscriptionStatus: string | null
  pastDueSince: Date | null
}

/** Returns a person as they are now; null when there is none. Runs on every request, so keep it small. */
export function findPerson(read: Read, userId: string): Promise<Person | null> {
  return first(read<Person>`
    select users.id, users.email, users.first_name, users.last_name,
      case when must_set_up_two_factor(users.id, role_of(users)) then 'user' else role_of(users) end as role,
      case when not must_set_up_two_factor(users.id, role_of(users)) then staff_role_of(users) end as staff_role,
      must_set_up_two_factor(users.id, role_of(users)), users.is_active, users.email_verified,
      users.voice_consent_version, users.deletion_requested_at, account.id as account_id,
      subscription.status as subscription_status, subscription.past_due_since
    from users
    join account on account.user_id = users.id
    left join subscription on subscription.account_id = account.id
    where users.id = ${userId}`)
}

export interface NewUser {
  email: string
  /** Null until the person chooses one (D103). */
  passwordHash: string | null
  firstName: string
  lastName: string
  referralCode: string | undefined
  /** The terms that the person has accepted; null for an account that somebody else created (D23). */
  terms: { version: string; acceptedAt: Date } | null
  at: Date
}

/** What subjects above do for a newcomer, in the transaction that creates them, such as opening their account. */
export type Welcome = (tx: Tx, newcomer: Newcomer) => Promise<void>

export interface Newcomer {
  userId: string
  /** The inviter and the code that they came with; null for most people. */
  invitation: { referrerId: string; code: string } | null
  at: Date
}

/** Creates a person with all that a newcomer gets. Returns their id; null when the email is taken. */
export async function createUser(tx: Tx, welcome: Welcome, user: NewUser): Promise<string | null> {
  const invitation = user.referralCode ? await findInvitation(tx, user.referralCode.toUpperCase()) : null
  const [row] = await tx<{ id: string }>`
    insert into users (email, password_hash, first_name, last_name, referral_code, referred_by, terms_version,
      terms_accepted_at, created_at, updated_at)
    values (${user.email}, ${user.passwordHash}, ${user.firstName}, ${user.lastName}, ${makeReferralCode()},
      ${invitation?.referrerId ?? null}, ${user.terms?.version ?? null}, ${user.terms?.acceptedAt ?? null}, ${user.at},
      ${user.at})
    on conflict (lower(email)) do nothing returning id`
  if (!row) return null
  await welcome(tx, { userId: row.id, invitation, at: user.at })
  return row.id
}

/** Unknown codes are ignored (D51). */
async function findInvitation(read: Read, code: string): Promise<Newcomer['invitation']> {
  const [referrer] = await read<{ id: string }>`select id from users where referral_code = ${code} and is_active`
  return referrer ? { referrerId: referrer.id, code } : null
}

export async function updateNames(
  tx: Tx,
  userId: string,
  firstName: string,
  lastName: string,
  at: Date,
): Promise<void> {
  await tx`
    update users set first_name = ${firstName}, last_name = ${lastName}, updated_at = ${at} where id = ${userId}`
}

/** Returns the address of a person's picture; null without one. */
export function findPhoto(read: Read, userId: string): Promise<string | null> {
  return firstValue(read<{ profileImageUrl: string | null }>`
    select profile_image_url from users where id = ${userId}`)
}

/** Sets or removes a person's picture. Returns the address of the one before. */
export async function setPhoto(tx: Tx, userId: string, url: string | null, at: Date): Promise<string | null> {
  const [before] = await tx<{ profileImageUrl: string | null }>`
    select profile_image_url from users where id = ${userId} for update`
  await tx`update users set profile_image_url = ${url}, updated_at = ${at} where id = ${userId}`
  return before?.profileImageUrl ?? null
}

export async function setPassword(tx: Tx, userId: string, passwordHash: string, at: Date): Promise<void> {
  await tx`update users set password_hash = ${passwordHash}, updated_at = ${at} where id = ${userId}`
}

/** Replaces the hash of the same password, unless the password has been changed since. */
export async function renewPasswordHash(
  tx: Tx,
  userId: string,
  { from, to }: { from: string | null; to: string },
): Promise<void> {
  await tx`update users set password_hash = ${to} where id = ${userId} and password_hash = ${from}`
}

/** Sets the password of an account that never had one. Returns false when it has one (D105). */
export async function setFirstPassword(tx: Tx, userId: string, passwordHash: string, at: Date): Promise<boolean> {
  const rows = await tx`
    update users set password_hash = ${passwordHash}, updated_at = ${at}
    where id = ${userId} and password_hash is null and is_active returning id`
  if (rows.length > 0) await noteAccountEvent(tx, { userId, kind: 'password_set', at })
  return rows.length > 0
}

/** Returns where a person was last, as an IANA name; UTC while that is not known. */
export async function findTimeZone(read: Read, userId: string): Promise<string> {
  const [row] = await read<{ timeZone: string | null }>`select time_zone from users where id = ${userId}`
  return row?.timeZone ?? 'UTC'
}

/** Notes where a person is, as an IANA name such as Europe/Berlin. */
export async function noteTimeZone(tx: Tx, userId: string, timeZone: string): Promise<void> {
  await tx`update users set time_zone = ${timeZone} where id = ${userId} and time_zone is distinct from ${timeZone}`
}

/** Stops suggesting two-factor sign-in to this person for a while (D27). */
export async function declineTwoFactor(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx`update users set two_factor_declined_at = ${at} where id = ${userId}`
}

/** Sets a person's role, and for platform admins what they are hired for. */
export async function setRole(
  tx: Tx,
  userId: string,
  { role, staffRole }: Pick<Person, 'role' | 'staffRole'>,
  at: Date,
): Promise<void> {
  const isRestricted = staffRole !== null && staffRole !== 'owner'
  await tx`
    update users set role = ${isRestricted ? 'user' : role}, staff_role = ${isRestricted ? staffRole : null},
      updated_at = ${at}
    where id = ${userId}`
}

export async function setActive(tx: Tx, userId: string, isActive: boolean, at: Date): Promise<void> {
  await tx`update users set is_active = ${isActive}, updated_at = ${at} where id = ${userId}`
}

/** Deletes a person, who can be restored for some time (D143). */
export async function removeUser(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx`
    update users set removed_at = ${at}, active_when_restored = is_active, is_active = false, updated_at = ${at}
    where id = ${userId}`
}

/** Restores a deleted person. Returns whether there was a deletion to revert in time. */
export function restoreUser(tx: Tx, userId: string, at: Date): Promise<boolean> {
  return hasRows(tx`
    update users set is_active = active_when_restored, removed_at = null, active_when_restored = null, updated_at = ${at}
    where id = ${userId} and removed_at > ${earlier(at, removalWaitMs)} and erased_at is null returning id`)
}

export async function giveVoiceConsent(tx: Tx, userId: string, version: string, at: Date): Promise<void> {
  await tx`
    update users set voice_consent_version = ${version}, voice_consent_at = ${at}, updated_at = ${at}
    where id = ${userId}`
}

/** Confirms an address. Returns false when it is no longer the person's. */
export function markEmailVerified(tx: Tx, userId: string, email: string, at: Date): Promise<boolean> {
  return hasRows(tx`
    update users set email_verified = true, updated_at = ${at} where id = ${userId} and email = ${email} returning id`)
}

/** Makes a proven address the person's own. A taken one violates the unique key. */
export async function changeEmail(tx: Tx, userId: string, email: string, at: Date): Promise<void> {
  await tx`update users set email = ${email}, email_verified = true, updated_at = ${at} where id = ${userId}`
}

/** How long a sign-in can cancel a requested deletion (D28). */
export const deletionWaitMs = deletionWaitDays * 24 * 60 * 60_000
/** How long a person deleted by an admin can be restored (D143). */
export const removalWaitMs = removalWaitDays * 24 * 60 * 60_000

function earlier(at: Date, ms: number): Date {
  return new Date(at.getTime() - ms)
}

/** Notes that a person has asked to be erased. */
export async function requestDeletion(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx`update users set deletion_requested_at = ${at}, updated_at = ${at} where id = ${userId}`
}

/** Cancels a requested deletion. Returns whether there was one whose time is not over. */
export function withdrawDeletion(tx: Tx, userId: string, at: Date): Promise<boolean> {
  return hasRows(tx`
    update users set deletion_requested_at = null, updated_at = ${at}
    where id = ${userId} and deletion_requested_at > ${earlier(at, deletionWaitMs)} returning id`)
}

/** Returns the next 100 people after `afterId` whose time to come back is over. */
export function listLeavers(read: LongRead, at: Date, afterId: string | null): Promise<string[]> {
  return allValues(read<{ id: string }>`
    select id from users
    where (deletion_requested_at <= ${earlier(at, deletionWaitMs)} or removed_at <= ${earlier(at, removalWaitMs)})
      and erased_at is null and (${afterId}::uuid is null or id > ${afterId})
    order by id limit 100`)
}

/** Follows the @ in every address that belonged to an erased person. */
export const erasedHost = '@luna.invalid'

/** Returns whether an address belongs to an erased person, so that nothing can be sent there. */
export function isErasedAddress(email: string): boolean {
  return email.endsWith(erasedHost)
}

/** Reduces a person to a row without a name. Returns the address of the picture; null when they came back. */
export async function eraseUser(tx: Tx, userId: string, at: Date): Promise<{ imageUrl: string | null } | null> {
  const [row] = await tx<{ imageUrl: string | null }>`
    select profile_image_url as image_url from users
    where id = ${userId} and erased_at is null
      and (deletion_requested_at <= ${earlier(at, deletionWaitMs)} or removed_at <= ${earlier(at, removalWaitMs)})
    for no key update`
  if (!row) return null
  await tx`
    update users set email = ${`erased-${userId}${erasedHost}`}, email_verified = false, password_hash = null,
      first_name = '', last_name = '', time_zone = null, profile_image_url = null, role = 'user', staff_role = null,
      is_active = false,
      voice_consent_version = null, voice_consent_at = null, erased_at = ${at}, updated_at = ${at}
    where id = ${userId}`
  return row
}

/**
 * Returns 8 characters without look-alikes. Among 31^8 codes a collision is unlikely, and the unique key refuses it.
 */
function makeReferralCode(): string {
  const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ2345678'
  return Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** What judging a sign-in needs. */
export interface Credentials {
  id: string
  email: string
  firstName: string
  passwordHash: string | null
  isActive: boolean
  deletionRequestedAt: Date | null
}

/** Returns what judging a sign-in needs. E-mails are stored in lower case and compare regardless of case (D12). */
export function findCredentials(read: Read, email: string): Promise<Credentials | null> {
  return first(read<Credentials>`
    select id, email, first_name, password_hash, is_active, deletion_requested_at from users where lower(email) = ${email}`)
}
