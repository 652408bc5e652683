import {
  offerOrganization,
  type OrganizationOffer,
  type OrganizationOrder,
  settleChoice,
  userTierOf,
} from '#contract/organizations/prices.ts'
import { hasRows, type Tx } from '../../database/sql.ts'
import { removeImage } from '../../images/images.ts'
import { requireAttempt } from '../../kernel/limits.ts'
import { refuse } from '../../kernel/problem.ts'
import type { Services } from '../../kernel/services.ts'
import { hashSecret, makeSecret } from '../../kernel/secrets.ts'
import { findRegistration, isSetupSecretOf, type Registration } from './orders.ts'
import { rememberContext } from '../../identity/contexts.ts'
import type { Person } from '../../identity/users.ts'
import { createMessage } from '../../messages/messages.ts'
import { addAdmin } from '../organizations.ts'
import { mayAnswerOrder } from '../policies.ts'
import { fileAgentBuilds } from './agent-builds.ts'

/** Registrations: the orders of organizations and their states (D100-D106); orders.ts reads them. */

/** How long a registration can be paid; the setup cookie lives as long. */
export const registrationDays = 14
const dayMs = 24 * 60 * 60_000
const perHour = 10

/** What was submitted with either form; empty text is ''. */
export interface NewRegistration extends OrganizationOrder {
  form: 'main' | 'variant'
  organizationName: string
  contactName: string
  contactEmail: string
  contactPhone: string
  industry: string
  companySize: string
  website: string
  agentPurpose: string
  plannedUsers: string
  additionalNotes: string
  primaryColor: string
  welcomeMessage: string
  termsVersion: string
  /** The organization that waits for this package; omitted when the payment creates one (D130). */
  forOrganizationId?: number
}

export interface StoredRegistration {
  id: string
  setupSecret: string
  offer: OrganizationOffer
}

/**
 * Stores a registration with what it costs and gives by the current list, to be paid within 14 days; at most 10 an hour
 * per network address. The browser that holds the secret is the one that registered.
 */
export async function storeRegistration(
  tx: Tx,
  services: Pick<Services, 'clock' | 'config'>,
  submitted: NewRegistration,
  ip: string,
  at: Date,
): Promise<StoredRegistration> {
  const limit = { key: `register-organization:ip:${ip}`, max: perHour, windowMinutes: 60 }
  await requireAttempt(tx, services, { ...limit, refusal: 'too_many_registrations' })
  const setupSecret = makeSecret()
  const registration = settleChoice(submitted)
  const offer = offerOrganization(registration)
  const id = await insertRegistration(tx, registration, offer, hashSecret(setupSecret), at)
  return { id, setupSecret, offer }
}

async function insertRegistration(
  tx: Tx,
  given: NewRegistration,
  offer: OrganizationOffer,
  setupHash: string,
  at: Date,
): Promise<string> {
  const [row] = await tx<{ id: string }>`
    insert into business_registration (form, organization_name, contact_name, contact_email, contact_phone, industry,
      company_size, website, agent_purpose, planned_users, additional_notes, primary_color, welcome_message,
      terms_version, terms_accepted_at, user_count, user_access_tier, agent_type, number_of_agents,
      ongoing_optimization, minute_package, branded_pwa, agent_build_cents, branded_pwa_setup_cents,
      user_access_cents, voice_minutes_cents, optimization_cents, branded_pwa_maintenance_cents, payment_amount_cents,
      monthly_total_cents, agent_name, package_name, package_minutes, user_cents, setup_hash, for_organization_id, stripe_customer_id, created_at, updated_at, expires_at)
    values (${given.form}, ${given.organizationName}, ${given.contactName}, ${given.contactEmail},
      ${given.contactPhone || null}, ${given.industry}, ${given.companySize}, ${given.website || null},
      ${given.agentPurpose || null}, ${given.plannedUsers || null}, ${given.additionalNotes || null},
      ${given.primaryColor}, ${given.welcomeMessage || null}, ${given.termsVersion}, ${at}, ${given.userCount},
      ${userTierOf(given.userCount)?.name}, ${given.agentType}, ${given.numberOfAgents},
      ${given.ongoingOptimization}, ${given.minutePackage}, ${given.brandedPWA}, ${offer.agentBuildCents},
      ${offer.pwaSetupCents}, ${offer.userAccessCents}, ${offer.voiceMinutesCents}, ${offer.optimizationCents},
      ${offer.pwaMaintenanceCents}, ${offer.oneTimeCents}, ${offer.monthlyCents}, ${offer.agentName},
      ${offer.packageName}, ${offer.packageMinutes}, ${offer.userCents}, ${setupHash}, ${given.forOrganizationId},
      (select stripe_customer_id from payer join account on account.id = payer.account_id
        where account.organization_id = ${given.forOrganizationId}),
      ${at}, ${at}, ${new Date(at.getTime() + registrationDays * dayMs)})
    returning id`
  if (!row) throw new Error('The registration was not stored')
  return row.id
}

/**
 * Sets the logo of a registration that waits for payment and removes the former one. Returns whether the registration
 * was still waiting.
 */
export async function setLogo(tx: Tx, id: string, url: string, at: Date): Promise<boolean> {
  const [row] = await tx<{ before: string | null }>`
    update business_registration set logo_url = ${url}, updated_at = ${at}
    where id = ${id} and status = 'awaiting_payment' returning old.logo_url as before`
  if (row) await removeImage(tx, row.before)
  return row !== undefined
}

/** Expires registrations that were not paid in time and removes their logos (D101). */
export async function expireRegistrations(tx: Tx, at: Date): Promise<void> {
  const expired = await tx<{ logoUrl: string | null }>`
    update business_registration set status = 'expired', logo_url = null, updated_at = ${at}
    where status = 'awaiting_payment' and expires_at <= ${at} returning old.logo_url as logo_url`
  for (const { logoUrl } of expired) await removeImage(tx, logoUrl)
}

/** Stores the customer at the payment provider. The first one stays and is returned. */
export async function setRegistrationCustomer(tx: Tx, id: string, customerId: string): Promise<string> {
  const [row] = await tx<{ stripeCustomerId: string | null }>`
    update business_registration set stripe_customer_id = coalesce(stripe_customer_id, ${customerId})
    where id = ${id} returning stripe_customer_id`
  return row?.stripeCustomerId ?? customerId
}

/** Stores the provider's side of the payment that an attempt has opened. False when that attempt was given up. */
export function setRegistrationPayment(
  tx: Tx,
  { id, paymentAttempt }: Registration,
  ids: { paymentIntentId: string; subscriptionId: string; invoiceId: string },
): Promise<boolean> {
  return hasRows(tx`
    update business_registration set stripe_payment_intent_id = ${ids.paymentIntentId},
      stripe_subscription_id = ${ids.subscriptionId}, stripe_invoice_id = ${ids.invoiceId}
    where id = ${id} and payment_attempt = ${paymentAttempt} and status = 'awaiting_payment' returning id`)
}

/** Lets the next payment be another one, because this one can no longer be made. */
export async function giveUpRegistrationPayment(tx: Tx, { id, paymentAttempt }: Registration): Promise<void> {
  await tx`
    update business_registration set payment_attempt = payment_attempt + 1, stripe_payment_intent_id = null,
      stripe_subscription_id = null, stripe_invoice_id = null
    where id = ${id} and payment_attempt = ${paymentAttempt} and status = 'awaiting_payment'`
}

/** Notes that a reminder was sent. Returns false when that was done before or is no longer needed. */
export function markReminded(tx: Tx, id: string, at: Date): Promise<boolean> {
  return hasRows(tx`
    update business_registration set reminded_at = ${at}
    where id = ${id} and reminded_at is null and status = 'awaiting_payment' returning id`)
}

/** Locks an unpaid order until the transaction ends. Returns false when it has changed or has another payment. */
export function lockUnpaid(tx: Tx, { id, paymentAttempt, stripeSubscriptionId }: Registration): Promise<boolean> {
  return hasRows(tx`
    select from business_registration
    where id = ${id} and status = 'awaiting_payment' and payment_attempt = ${paymentAttempt}
      and stripe_subscription_id is not distinct from ${stripeSubscriptionId}
    for update`)
}

/** Expires an unpaid order in favor of a newer one and removes its logo. */
export async function expireOrder(tx: Tx, id: string, at: Date): Promise<void> {
  const [row] = await tx<{ logoUrl: string | null }>`
    update business_registration set status = 'expired', logo_url = null, updated_at = ${at}
    where id = ${id} and status = 'awaiting_payment' returning old.logo_url as logo_url`
  if (row) await removeImage(tx, row.logoUrl)
}

/** Sets whether the pool buys its package again when it runs low, as chosen at checkout (D109). */
export async function setPoolAutoPurchase(tx: Tx, id: string, wanted: boolean, at: Date): Promise<void> {
  await tx`
    update business_registration set auto_purchase = ${wanted}, updated_at = ${at}
    where id = ${id} and status = 'awaiting_payment'`
}

/** Takes a registration whose payment has arrived. Returns false when another call has taken it (D103). */
export function takeForActivation(tx: Tx, id: string): Promise<boolean> {
  return hasRows(tx`
    select id from business_registration where id = ${id} and status <> 'paid' for update`)
}

/** Expires the open order of an organization in favor of another one. */
export async function expireOpenOrder(tx: Tx, organizationId: number, at: Date): Promise<void> {
  await tx`
    update business_registration set status = 'expired', updated_at = ${at}
    where for_organization_id = ${organizationId} and status = 'awaiting_payment'`
}

/** Marks a registration as paid, with the organization that came of it. */
export async function markPaid(
  tx: Tx,
  id: string,
  organizationId: number,
  adminState: 'created' | 'asked' | 'attached',
  at: Date,
): Promise<void> {
  await tx`
    update business_registration set status = 'paid', paid_at = ${at}, organization_id = ${organizationId},
      admin_state = ${adminState}, updated_at = ${at}
    where id = ${id}`
}

/** Notes whether the owner of the named address runs the organization. False when decided before (D105, D106). */
export function settleAdmin(tx: Tx, id: string, answer: 'attached' | 'refused', at: Date): Promise<boolean> {
  return hasRows(tx`
    update business_registration set admin_state = ${answer}, updated_at = ${at}
    where id = ${id} and admin_state in ('asked', 'created') returning id`)
}

/** How the first admin of a paid organization gets in with an existing account. */

/**
 * Stores the answer of the person whose address a paid registration names (D106): they run the organization from now
 * on, or the platform's admins learn that it is not theirs. The address must be proven, because anybody can register
 * with any address. Returns the organization that they now run, or null.
 */
export async function answerOrder(
  tx: Tx,
  person: Person,
  { id, isMine, setupSecret }: { id: string; isMine: boolean; setupSecret: string },
  at: Date,
): Promise<number | null> {
  const registration = await findRegistration(tx, { id })
  const organizationId = registration?.organizationId
  if (!registration || !organizationId || !mayAnswerOrder(person, registration)) refuse('registration_not_found')
  if (!person.emailVerified && !isSetupSecretOf(registration, setupSecret)) refuse('email_unconfirmed')
  if (!(await settleAdmin(tx, id, isMine ? 'attached' : 'refused', at))) refuse('already_answered')
  if (!isMine) {
    await notifyPlatform(tx, person, registration, at)
    return null
  }
  await addAdmin(tx, organizationId, person.id, at)
  await rememberContext(tx, person.id, organizationId, at)
  await fileAgentBuilds(tx, registration, organizationId, person.id, at)
  return organizationId
}

async function notifyPlatform(tx: Tx, person: Person, registration: Registration, at: Date): Promise<void> {
  const { id, organizationName, organizationId } = registration
  await createMessage(
    tx,
    person.id,
    {
      subject: `Not my organization: ${organizationName}`,
      message: `The paid organization ${organizationName} (${organizationId}, registration ${id}) lists my address as its contact, but it is not mine.`,
      messageType: 'general',
      priority: 'high',
      audience: 'admins',
      organizationId: null,
    },
    at,
  )
}
