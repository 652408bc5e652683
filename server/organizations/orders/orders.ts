import { poolTierOf } from '#contract/billing/offers.ts'
import { type OrganizationOffer, type OrganizationOrder, organizationPlan } from '#contract/organizations/prices.ts'
import { allValues, first, type LongRead, type Read } from '../../database/sql.ts'
import { hashSecret } from '../../kernel/secrets.ts'
import type { AgreedPackage, MonthlyPlan } from '../../billing/checkout/offers.ts'

/** Reads what organizations have ordered; registration.ts writes it. */

/** With what it costs and gives as agreed; the price list is never asked again (D181). */
export interface Registration extends OrganizationOrder, OrganizationOffer {
  id: string
  /** The form with which it was registered. */
  form: 'main' | 'variant'
  status: 'awaiting_payment' | 'paid' | 'expired'
  organizationName: string
  contactName: string
  contactEmail: string
  contactPhone: string | null
  industry: string
  website: string | null
  agentPurpose: string | null
  logoUrl: string | null
  primaryColor: string
  termsVersion: string
  termsAcceptedAt: Date
  stripeCustomerId: string | null
  stripeSubscriptionId: string | null
  stripeInvoiceId: string | null
  stripePaymentIntentId: string | null
  paymentAttempt: number
  autoPurchase: boolean
  organizationId: number | null
  /** The organization that waits for it; null when the payment creates one (D130). */
  forOrganizationId: number | null
  adminState: 'created' | 'asked' | 'attached' | 'refused' | null
  setupHash: string
  expiresAt: Date
}

const noIds = {
  id: null,
  setupHash: null,
  createdAdminEmail: null,
  paymentIntentId: null,
  subscriptionId: null,
  organizationId: null,
  forOrganizationId: null,
  accountId: null,
}

/**
 * Returns a registration by its own id, or by what came of it: the newest that no other replaced, else the newest. Null
 * when there is none.
 */
export async function findRegistration(
  read: Read,
  by: { [Key in keyof typeof noIds]?: string | number },
): Promise<Registration | null> {
  const ids = { ...noIds, ...by }
  const { id, createdAdminEmail, paymentIntentId, subscriptionId, organizationId, forOrganizationId, accountId } = ids
  return first(read<Registration>`
    select registration.id, form, status, organization_name, contact_name, contact_email, contact_phone, industry, website, agent_purpose,
      logo_url, primary_color, terms_version, terms_accepted_at, payment_amount_cents as one_time_cents,
      monthly_total_cents as monthly_cents, stripe_customer_id, stripe_subscription_id, stripe_invoice_id,
      stripe_payment_intent_id, payment_attempt, auto_purchase, organization_id, for_organization_id, admin_state, setup_hash, expires_at,
      user_count, agent_type, number_of_agents, minute_package, branded_pwa as "brandedPWA", ongoing_optimization,
      agent_name, package_name, package_minutes, user_cents, agent_build_cents, branded_pwa_setup_cents as pwa_setup_cents,
      user_access_cents, voice_minutes_cents, optimization_cents, branded_pwa_maintenance_cents as pwa_maintenance_cents
    from business_registration as registration
    where registration.id = ${id}::uuid or stripe_payment_intent_id = ${paymentIntentId} or setup_hash = ${ids.setupHash}
      or (contact_email = ${createdAdminEmail} and admin_state = 'created')
      or stripe_subscription_id = ${subscriptionId} or organization_id = ${organizationId}
      or for_organization_id = ${forOrganizationId}
      or organization_id = (select account.organization_id from account where account.id = ${accountId}::uuid)
    order by status = 'expired', registration.created_at desc limit 1`)
}

/** Returns what the organization was created or opened with, else the order that waits for payment (D130, D132). */
export async function findOrder(read: Read, organizationId: number, at: Date): Promise<Registration | null> {
  const paid = await findRegistration(read, { organizationId })
  const open = paid ? null : await findRegistration(read, { forOrganizationId: organizationId })
  return paid ?? (open?.status === 'awaiting_payment' && open.expiresAt > at ? open : null)
}

/** Returns a browser's unpaid order for an organization of this name, with any contact; null when there is none. */
export async function findUnpaid(
  read: Read,
  setupSecret: string,
  organizationName: string,
): Promise<Registration | null> {
  const order = await findRegistration(read, { setupHash: hashSecret(setupSecret) })
  const isUnpaid = order?.status === 'awaiting_payment' && order.forOrganizationId === null
  return isUnpaid && order.organizationName.toLowerCase() === organizationName.toLowerCase() ? order : null
}

/** Within this many days, an address gets one reminder. */
const reminderDays = 14
const dayMs = 24 * 60 * 60_000

/**
 * Returns orders that have been unpaid for a day and can still be paid, oldest first: only the newest of each address,
 * and none for an address that got a reminder lately, whatever it has ordered since (D101).
 */
export function listForgottenOrders(read: LongRead, at: Date): Promise<string[]> {
  return allValues(read<{ id: string }>`
    select registration.id from business_registration as registration
    where status = 'awaiting_payment' and reminded_at is null and expires_at > ${at}
      and created_at <= ${new Date(at.getTime() - dayMs)}
      and not exists (
        select from business_registration as other
        where other.contact_email = registration.contact_email and other.id <> registration.id
          and (other.created_at > registration.created_at
            or other.reminded_at > ${new Date(at.getTime() - reminderDays * dayMs)}))
      -- A reminder goes to confirmed addresses only (D193).
      and exists (select from users where lower(email) = registration.contact_email and email_verified)
      and (for_organization_id is null or exists (
        select from organization
        where id = for_organization_id and is_active and subscription_status = 'inactive' and archived_at is null))
    order by created_at limit 100`)
}

/** Returns whether a secret belongs to the browser that registered (D101). */
export function isSetupSecretOf(registration: Registration, setupSecret: string): boolean {
  return hashSecret(setupSecret) === registration.setupHash
}

/** Returns what a month of an order costs and gives. */
export function planOf({ monthlyCents: priceCents, packageMinutes: minutes }: Registration): MonthlyPlan {
  return { ...organizationPlan, priceCents, minutes }
}

/** Returns the package of an order, as auto-purchase buys it again (D109). */
export function packageOfOrder(order: Registration): AgreedPackage {
  const { minutePackage, packageName: name, voiceMinutesCents: priceCents, packageMinutes: minutes } = order
  return { tier: poolTierOf(minutePackage), name, priceCents, minutes, bonusMinutes: 0 }
}

/** Returns an order with another number of seats at that price, and otherwise as agreed (D116). */
export function withSeats(order: Registration, userCount: number, userCents: number): Registration {
  const userAccessCents = userCount * userCents
  const monthlyCents = order.monthlyCents - order.userAccessCents + userAccessCents
  return { ...order, userCount, userCents, userAccessCents, monthlyCents }
}
