import { minutesToMs } from '#contract/amounts.ts'
import type { Read, Tx } from '../../database/sql.ts'
import { grantMinutes } from '../../ledger/ledger.ts'
import { readSettings } from '../../settings/settings.ts'

/** Who invited whom, and the minutes that this gives once (D51). */

export interface ReferralRow {
  id: string
  initial: string
  status: 'pending' | 'completed'
  createdAt: Date
  completedAt: Date | null
  rewardMinutes: number
}

/** Returns the code with which a person invites others. Throws when there is no such person. */
export async function findReferralCode(read: Read, userId: string): Promise<string> {
  const [user] = await read<{ referralCode: string }>`select referral_code from users where id = ${userId}`
  if (!user) throw new Error(`No person ${userId}`)
  return user.referralCode
}

/** Returns who registered with a person's code, newest first, at most 1,000, by the first letter of their names. */
export function listReferrals(read: Read, referrerId: string): Promise<ReferralRow[]> {
  return read<ReferralRow>`
    select referral.id, upper(left(users.first_name, 1)) as initial, referral.status, referral.created_at,
      referral.completed_at, referral.reward_amount as reward_minutes
    from referral join users on users.id = referred_user_id
    where referrer_id = ${referrerId} order by referral.created_at desc, referral.id desc limit 1000`
}

/** Returns the minutes that an invited person's first payment gives to the inviter; 0 while nothing is offered. */
export async function readRewardMinutes(read: Read): Promise<number> {
  const { referralRewardMinutes } = await readSettings(read)
  return Number.isInteger(referralRewardMinutes) && referralRewardMinutes > 0 ? referralRewardMinutes : 0
}

/** Stores that a person registered with a code. */
export async function openReferral(
  tx: Tx,
  referral: { referrerId: string; referredUserId: string; code: string; at: Date },
): Promise<void> {
  await tx`
    insert into referral (referrer_id, referred_user_id, referral_code, created_at)
    values (${referral.referrerId}, ${referral.referredUserId}, ${referral.code}, ${referral.at})`
}

/**
 * Completes a referral with the first paid purchase and rewards the inviter once, with bought minutes under the
 * referral's own key, which stay when that payment is refunded later (D51). Returns the rewarded account. Call it last
 * in its transaction, because it locks another person's account.
 */
export async function completeReferral(tx: Tx, userId: string, at: Date): Promise<string | null> {
  const [referral] = await tx<{ id: string; referrerId: string }>`
    update referral set status = 'completed', completed_at = ${at}
    where referred_user_id = ${userId} and status = 'pending' returning id, referrer_id`
  if (!referral) return null
  const minutes = await readRewardMinutes(tx)
  const [referrer] = await tx<{ accountId: string }>`
    select account.id as account_id from account join users on users.id = account.user_id
    where users.id = ${referral.referrerId} and users.is_active`
  if (minutes === 0 || !referrer) return null
  await grantMinutes(tx, {
    accountId: referrer.accountId,
    bucket: 'purchased',
    kind: 'referral',
    sourceRef: `referral:${referral.id}`,
    ms: minutesToMs(minutes),
    priceCents: 0,
    expiresAt: null,
    paymentIntentId: null,
    userId: referral.referrerId,
    notes: 'Reward for an invitation',
    at,
  })
  await tx`update referral set reward_amount = ${minutes} where id = ${referral.id}`
  return referrer.accountId
}
