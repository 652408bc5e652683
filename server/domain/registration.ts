import {
  priceOrganization,
  settleChoice,
  userTierOf,
  type OrganizationFigures,
  type OrganizationOrder,
} from '#contract/organization-prices.ts'
import type { Read, Tx } from '../database/sql.ts'
import { removeImage } from './images.ts'
import { type Limit, takeAttempt } from './limits.ts'
import { hashSecret, makeSecret } from './secrets.ts'

/** Organizations that have ordered and not paid yet (D100, D101). */

/** How long somebody may take to pay; the setup cookie lives as long. */
export const registrationDays = 14
const dayMs = 24 * 60 * 60_000
const perHour = 10

/** What somebody submitted, whichever form it was; text that was left empty is ''. */
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
}

interface Origin {
  ip: string
  rateLimitFactor: number
  /** Limits go by real time. */
  realAt: Date
}

export type StoredRegistration =
  | { state: 'limited'; retryAfterSeconds: number }
  | { state: 'stored'; id: string; setupSecret: string; figures: OrganizationFigures }

/**
 * Stores a registration with its computed amounts, to be paid within 14 days; at most 10 an hour per network address.
 * Whoever holds the secret is the browser that registered.
 */
export async function storeRegistration(
  tx: Tx,
  submitted: NewRegistration,
  { ip, rateLimitFactor, realAt }: Origin,
  at: Date,
): Promise<StoredRegistration> {
  const limit: Limit = { key: `register-organization:ip:${ip}`, max: perHour, windowMinutes: 60 }
  const retryAfterSeconds = await takeAttempt(tx, [limit], rateLimitFactor, realAt)
  if (retryAfterSeconds !== null) return { state: 'limited', retryAfterSeconds }
  const setupSecret = makeSecret()
  const registration = settleChoice(submitted)
  const figures = priceOrganization(registration)
  const id = await insertRegistration(tx, registration, figures, hashSecret(setupSecret), at)
  return { state: 'stored', id, setupSecret, figures }
}

async function insertRegistration(
  tx: Tx,
  given: NewRegistration,
  figures: OrganizationFigures,
  setupHash: string,
  at: Date,
): Promise<string> {
  const [row] = await tx<{ id: string }>`
    insert into business_registration (form, organization_name, contact_name, contact_email, contact_phone, industry,
      company_size, website, agent_purpose, planned_users, additional_notes, primary_color, welcome_message,
      terms_version, terms_accepted_at, user_count, user_access_tier, agent_type, number_of_agents,
      ongoing_optimization, minute_package, branded_pwa, agent_build_cents, branded_pwa_setup_cents,
      user_access_cents, voice_minutes_cents, optimization_cents, branded_pwa_maintenance_cents, payment_amount_cents,
      monthly_total_cents, setup_hash, created_at, updated_at, expires_at)
    values (${given.form}, ${given.organizationName}, ${given.contactName}, ${given.contactEmail},
      ${given.contactPhone || null}, ${given.industry}, ${given.companySize}, ${given.website || null},
      ${given.agentPurpose || null}, ${given.plannedUsers || null}, ${given.additionalNotes || null},
      ${given.primaryColor}, ${given.welcomeMessage || null}, ${given.termsVersion}, ${at}, ${given.userCount},
      ${userTierOf(given.userCount)?.name}, ${given.agentType}, ${given.numberOfAgents},
      ${given.ongoingOptimization}, ${given.minutePackage}, ${given.brandedPWA}, ${figures.agentBuildCents},
      ${figures.pwaSetupCents}, ${figures.userAccessCents}, ${figures.voiceMinutesCents},
      ${figures.optimizationCents}, ${figures.pwaMaintenanceCents}, ${figures.oneTimeCents},
      ${figures.monthlyCents}, ${setupHash}, ${at}, ${at}, ${new Date(at.getTime() + registrationDays * dayMs)})
    returning id`
  if (!row) throw new Error('The registration was not stored')
  return row.id
}

/** Whether a registration waits for payment and belongs to the browser that holds this secret. */
export async function isOwnOpenRegistration(read: Read, id: string, setupSecret: string, at: Date): Promise<boolean> {
  const rows = await read`
    select from business_registration
    where id = ${id} and setup_hash = ${hashSecret(setupSecret)} and status = 'awaiting_payment' and expires_at > ${at}`
  return rows.length > 0
}

/** Sets the logo of a registration that still waits for payment; its former one is removed. Whether there was one. */
export async function setLogo(tx: Tx, id: string, url: string, at: Date): Promise<boolean> {
  const [row] = await tx<{ before: string | null }>`
    update business_registration set logo_url = ${url}, updated_at = ${at}
    where id = ${id} and status = 'awaiting_payment' returning old.logo_url as before`
  if (row) await removeImage(tx, row.before)
  return row !== undefined
}

/** Gives up on registrations that nobody paid for in time; their logos go (D101). */
export async function expireRegistrations(tx: Tx, at: Date): Promise<void> {
  const expired = await tx<{ logoUrl: string | null }>`
    update business_registration set status = 'expired', logo_url = null, updated_at = ${at}
    where status = 'awaiting_payment' and expires_at <= ${at} returning old.logo_url as logo_url`
  for (const { logoUrl } of expired) await removeImage(tx, logoUrl)
}
