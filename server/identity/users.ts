import { removalWaitDays } from '#contract/admin/users.ts'
import type { Role } from '#contract/identity/people.ts'
import { deletionWaitDays } from '#contract/departure/departure.ts'
import type { LongRead, Read, Tx } from '../database/sql.ts'
import { openAccount } from '../ledger/ledger.ts'
import type { PlanColumns } from '../billing/checkout/offers.ts'
import { makeReferralCode, openReferral } from '../billing/checkout/referrals.ts'

/** A person with the account that pays for own conversations; read afresh on every request (D15). */
export interface Person extends PlanColumns {
  id: string
  email: string
  firstName: string
  lastName: string
  profileImageUrl: string | null
  role: Role
  /** A platform admin who must set up two-factor sign-in first; until then the role rests and reads `user` (D27). */
  mustSetUpTwoFactor: boolean
  hasTwoFactor: boolean
  /** When this person wanted to hear no more of two-factor sign-in (D27). */
  twoFactorDeclinedAt: Date | null
  isActive: boolean
  emailVerified: boolean
  stripeCustomerId: string | null
  autoPurchaseEnabled: boolean | null
  autoPurchaseTier: string | null
  autoPurchaseThreshold: number | null
  referralCode: string
  referredBy: string | null
  voiceConsentVersion: string | null
  createdAt: Date
  updatedAt: Date
  accountId: string
  monthlyMs: number
  monthlyEndsAt: Date | null
  purchasedMs: number
  /** Whole seconds, in milliseconds, that a live conversation has used so far (D30). */
  liveUsedMs: number
  stripeSubscriptionId: string | null
  subscriptionStatus: string | null
  subscriptionTier: string | null
  renewsAt: Date | null
  cancelAtPeriodEnd: boolean | null
  pastDueSince: Date | null
  /** Owed after lost disputes; blocks new conversations (D44). */
  debtCents: number
  unreadMessages: number
  /** Since when this person wants to be forgotten; a sign-in within 7 days takes it back (D28). */
  deletionRequestedAt: Date | null
}

export async function findPerson(read: Read, userId: string): Promise<Person | null> {
  const [person] = await read<Person>`
    select users.id, users.email, users.first_name, users.last_name, users.profile_image_url,
      case when must_set_up_two_factor(users.id, users.role) then 'user' else users.role end as role,
      must_set_up_two_factor(users.id, users.role), users.two_factor_declined_at,
      exists (select from two_factor where user_id = users.id and enabled_at is not null) as has_two_factor,
      users.is_active, users.email_verified, payer.stripe_customer_id, auto_purchase.enabled as auto_purchase_enabled,
      auto_purchase.tier as auto_purchase_tier, auto_purchase.threshold_minutes as auto_purchase_threshold,
      users.referral_code, users.referred_by,
      users.voice_consent_version, users.created_at, users.updated_at, users.deletion_requested_at,
      account.id as account_id, account.monthly_ms, account.monthly_ends_at, account.purchased_ms,
      coalesce((select used_ms / 1000 * 1000 from voice_session
        where voice_session.user_id = users.id and voice_session.account_id = account.id
          and voice_session.status = 'active' and not voice_session.is_test), 0) as live_used_ms,
      subscription.stripe_subscription_id, subscription.status as subscription_status,
      subscription.tier as subscription_tier, subscription.renews_at, subscription.cancel_at_period_end,
      subscription.past_due_since, subscription.plan_name, subscription.plan_cents, subscription.plan_minutes,
      coalesce((select sum(amount_cents) from debt
        where debt.account_id = account.id and debt.status = 'open'), 0) as debt_cents,
      (select count(*) from messages_of(users.id) where is_unread and not is_team_mail) as unread_messages
    from users
    join account on account.user_id = users.id
    left join payer on payer.account_id = account.id
    left join auto_purchase on auto_purchase.account_id = account.id
    left join subscription on subscription.account_id = account.id
    where users.id = ${userId}`
  return person ?? null
}

export interface NewUser {
  email: string
  /** Null until the person chooses one (D103). */
  passwordHash: string | null
  firstName: string
  lastName: string
  referralCode: string | undefined
  /** What the person has agreed to; null for an account that somebody else made (D23). */
  terms: { version: string; acceptedAt: Date } | null
  at: Date
}

/** Creates a person and their account; null when the e-mail is taken. */
export async function createUser(tx: Tx, user: NewUser): Promise<string | null> {
  const [row] = await tx<{ id: string }>`
    insert into users (email, password_hash, first_name, last_name, referral_code, terms_version, terms_accepted_at,
      created_at, updated_at)
    values (${user.email}, ${user.passwordHash}, ${user.firstName}, ${user.lastName}, ${makeReferralCode()},
      ${user.terms?.version ?? null}, ${user.terms?.acceptedAt ?? null}, ${user.at}, ${user.at})
    on conflict (lower(email)) do nothing returning id`
  if (!row) return null
  await openAccount(tx, row.id, user.at)
  if (user.referralCode) await storeReferral(tx, row.id, user.referralCode, user.at)
  return row.id
}

/** Unknown and own codes are ignored (D51). */
async function storeReferral(tx: Tx, userId: string, code: string, at: Date): Promise<void> {
  const [referrer] = await tx<{ id: string }>`
    select id from users where referral_code = ${code.toUpperCase()} and id <> ${userId} and is_active`
  if (!referrer) return
  await tx`update users set referred_by = ${referrer.id} where id = ${userId}`
  await openReferral(tx, { referrerId: referrer.id, referredUserId: userId, code: code.toUpperCase(), at })
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

/** Gives a person another picture, or none; answers the address of the one before. */
export async function setPhoto(tx: Tx, userId: string, url: string | null, at: Date): Promise<string | null> {
  const [before] = await tx<{ profileImageUrl: string | null }>`
    select profile_image_url from users where id = ${userId} for update`
  await tx`update users set profile_image_url = ${url}, updated_at = ${at} where id = ${userId}`
  return before?.profileImageUrl ?? null
}

export async function setPassword(tx: Tx, userId: string, passwordHash: string, at: Date): Promise<void> {
  await tx`update users set password_hash = ${passwordHash}, updated_at = ${at} where id = ${userId}`
}

/** Sets the password of an account that never had one; false when it has (D105). */
export async function setFirstPassword(tx: Tx, userId: string, passwordHash: string, at: Date): Promise<boolean> {
  const rows = await tx`
    update users set password_hash = ${passwordHash}, updated_at = ${at}
    where id = ${userId} and password_hash is null and is_active returning id`
  return rows.length > 0
}

/** Suggests two-factor sign-in to this person no more for a while (D27). */
export async function declineTwoFactor(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx`update users set two_factor_declined_at = ${at} where id = ${userId}`
}

export async function setRole(tx: Tx, userId: string, role: Role, at: Date): Promise<void> {
  await tx`update users set role = ${role}, updated_at = ${at} where id = ${userId}`
}

export async function setActive(tx: Tx, userId: string, isActive: boolean, at: Date): Promise<void> {
  await tx`update users set is_active = ${isActive}, updated_at = ${at} where id = ${userId}`
}

/** Deletes a person for as long as they can be restored (D143). */
export async function removeUser(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx`
    update users set removed_at = ${at}, active_when_restored = is_active, is_active = false, updated_at = ${at}
    where id = ${userId}`
}

/** Takes that back; whether there was something to take back that is not past its time. */
export async function restoreUser(tx: Tx, userId: string, at: Date): Promise<boolean> {
  const rows = await tx`
    update users set is_active = active_when_restored, removed_at = null, active_when_restored = null, updated_at = ${at}
    where id = ${userId} and removed_at > ${earlier(at, removalWaitMs)} and erased_at is null returning id`
  return rows.length > 0
}

export async function giveVoiceConsent(tx: Tx, userId: string, version: string, at: Date): Promise<void> {
  await tx`
    update users set voice_consent_version = ${version}, voice_consent_at = ${at}, updated_at = ${at}
    where id = ${userId}`
}

export async function markEmailVerified(tx: Tx, userId: string, email: string, at: Date): Promise<void> {
  await tx`update users set email_verified = true, updated_at = ${at} where id = ${userId} and email = ${email}`
}

/** Makes a proven address the own one; a taken one breaks the unique key. */
export async function changeEmail(tx: Tx, userId: string, email: string, at: Date): Promise<void> {
  await tx`update users set email = ${email}, email_verified = true, updated_at = ${at} where id = ${userId}`
}

/** How long a sign-in takes the wish to be deleted back (D28). */
export const deletionWaitMs = deletionWaitDays * 24 * 60 * 60_000
/** How long somebody whom an admin deleted can be restored (D143). */
export const removalWaitMs = removalWaitDays * 24 * 60 * 60_000

function earlier(at: Date, ms: number): Date {
  return new Date(at.getTime() - ms)
}

/** Notes that a person wants to be forgotten. */
export async function requestDeletion(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx`update users set deletion_requested_at = ${at}, updated_at = ${at} where id = ${userId}`
}

/** Takes the wish back; whether there was one that is not past its time. */
export async function withdrawDeletion(tx: Tx, userId: string, at: Date): Promise<boolean> {
  const rows = await tx`
    update users set deletion_requested_at = null, updated_at = ${at}
    where id = ${userId} and deletion_requested_at > ${earlier(at, deletionWaitMs)} returning id`
  return rows.length > 0
}

/** People whose time to come back is over: the next 100 after one of them. */
export async function listLeavers(read: LongRead, at: Date, afterId: string | null): Promise<string[]> {
  const rows = await read<{ id: string }>`
    select id from users
    where (deletion_requested_at <= ${earlier(at, deletionWaitMs)} or removed_at <= ${earlier(at, removalWaitMs)})
      and erased_at is null and (${afterId}::uuid is null or id > ${afterId})
    order by id limit 100`
  return rows.map(({ id }) => id)
}

/** Stands after the @ of every address that belonged to somebody who was erased. */
export const erasedHost = '@luna.invalid'

/** Whether an address stands for somebody who was erased: nothing can be sent there. */
export function isErasedAddress(email: string): boolean {
  return email.endsWith(erasedHost)
}

/** Leaves a row without a name for what must stay; answers the address of the picture. Null when they came back. */
export async function eraseUser(tx: Tx, userId: string, at: Date): Promise<{ imageUrl: string | null } | null> {
  const [row] = await tx<{ imageUrl: string | null }>`
    select profile_image_url as image_url from users
    where id = ${userId} and erased_at is null
      and (deletion_requested_at <= ${earlier(at, deletionWaitMs)} or removed_at <= ${earlier(at, removalWaitMs)})
    for no key update`
  if (!row) return null
  await tx`
    update users set email = ${`erased-${userId}${erasedHost}`}, email_verified = false, password_hash = null,
      first_name = '', last_name = '', profile_image_url = null, role = 'user', is_active = false,
      voice_consent_version = null, voice_consent_at = null, erased_at = ${at}, updated_at = ${at}
    where id = ${userId}`
  return row
}
