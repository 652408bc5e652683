import { first, type Read } from '../database/sql.ts'

/** What a person's own pages show beyond what every request knows. Only the calls that return it read it. */
export interface OwnPage {
  profileImageUrl: string | null
  hasTwoFactor: boolean
  /** When this person declined two-factor sign-in (D27). */
  twoFactorDeclinedAt: Date | null
  stripeCustomerId: string | null
  autoPurchaseEnabled: boolean | null
  autoPurchaseTier: string | null
  autoPurchaseThreshold: number | null
  referralCode: string
  referredBy: string | null
  createdAt: Date
  updatedAt: Date
  monthlyMs: number
  monthlyEndsAt: Date | null
  purchasedMs: number
  /** The balance right after minutes were last added; 0 before the first. */
  fullMs: number
  /** Whole seconds, in milliseconds, that a live conversation has used so far (D30). */
  liveUsedMs: number
  stripeSubscriptionId: string | null
  subscriptionTier: string | null
  renewsAt: Date | null
  cancelAtPeriodEnd: boolean | null
  /** What a month costs and gives, as agreed (D181); null without a subscription. */
  planName: string | null
  planCents: number | null
  planMinutes: number | null
  /** Owed after lost disputes. It blocks new conversations (D44). */
  debtCents: number
  unreadMessages: number
}

/** Returns what a person's own pages show; null when there is no such person. */
export function findOwnPage(read: Read, userId: string): Promise<OwnPage | null> {
  return first(read<OwnPage>`
    select users.profile_image_url, users.two_factor_declined_at,
      exists (select from two_factor where user_id = users.id and enabled_at is not null) as has_two_factor,
      payer.stripe_customer_id, auto_purchase.enabled as auto_purchase_enabled,
      auto_purchase.tier as auto_purchase_tier, auto_purchase.threshold_minutes as auto_purchase_threshold,
      users.referral_code, users.referred_by, users.created_at, users.updated_at,
      account.monthly_ms, account.monthly_ends_at, account.purchased_ms,
      -- Time given back after a talk adds nothing.
      coalesce((select balance_after_ms from entry
        where entry.account_id = account.id and amount_ms > 0 and kind <> 'talk_credit'
        order by seq desc limit 1), 0) as full_ms,
      coalesce((select whole_seconds(used_ms) from voice_session
        where voice_session.user_id = users.id and voice_session.account_id = account.id
          and voice_session.status = 'active' and not voice_session.is_test), 0) as live_used_ms,
      subscription.stripe_subscription_id, subscription.tier as subscription_tier, subscription.renews_at,
      subscription.cancel_at_period_end, subscription.plan_name, subscription.plan_cents, subscription.plan_minutes,
      coalesce((select sum(amount_cents) from debt
        where debt.account_id = account.id and debt.status = 'open'), 0) as debt_cents,
      (select count(*) from messages_of(users.id) where is_unread and not is_team_message) as unread_messages
    from users
    join account on account.user_id = users.id
    left join payer on payer.account_id = account.id
    left join auto_purchase on auto_purchase.account_id = account.id
    left join subscription on subscription.account_id = account.id
    where users.id = ${userId}`)
}
