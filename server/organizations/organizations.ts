import type { changeOrganizationSettings } from '#contract/organizations/settings.ts'
import { defaultPrimaryColor, defaultSecondaryColor } from '#contract/organizations/app/brand-colors.ts'
import { countOf, hasRows, firstValue, first, type Read, type Tx } from '../database/sql.ts'
import { openPool } from '../ledger/ledger.ts'
import { addMember } from './members/members.ts'
import { isFormerSlug, keepFormerSlug, slugsFor } from './slugs.ts'
import type { BodyOf } from '../kernel/serve.ts'

/** Organizations themselves: their profile, their state, and their creation. */

export interface NewOrganization {
  name: string
  /** Lower-cased. */
  contactEmail: string
  description?: string
  industry?: string
  websiteUrl?: string | null
  logoUrl?: string | null
  primaryColor?: string
  secondaryColor?: string
  maxUsers: number
  subscriptionStatus: 'active' | 'inactive'
  /** The person who becomes its first admin, is asked whether they want to, or creates it for a customer. */
  adminId: string
  /** Whether it has no admin yet: `adminId` has not agreed (D106), or the customer has yet to join (D211). */
  isUnattended?: boolean
  at: Date
}

export interface CreatedOrganization {
  id: number
  slug: string
  /** The pool's account. */
  accountId: string
}

/** Adds an organization with an empty pool and its first admin, under the slug that its name suggests (D103). */
export async function createOrganization(tx: Tx, organization: NewOrganization): Promise<CreatedOrganization> {
  const id = await takeId(tx)
  for (const slug of slugsFor(organization.name, id)) {
    if (await insertOrganization(tx, id, slug, organization)) return furnish(tx, id, slug, organization)
  }
  throw new Error(`No slug for organization ${id}`)
}

/** Adds an organization under a chosen slug. Returns null when it is taken (D138). */
export async function createUnderSlug(
  tx: Tx,
  slug: string,
  organization: NewOrganization,
): Promise<CreatedOrganization | null> {
  const id = await takeId(tx)
  return (await insertOrganization(tx, id, slug, organization)) ? furnish(tx, id, slug, organization) : null
}

function takeId(tx: Tx): Promise<number> {
  return countOf(tx<{ id: number }>`select nextval(pg_get_serial_sequence('organization', 'id')) as id`)
}

async function furnish(tx: Tx, id: number, slug: string, organization: NewOrganization): Promise<CreatedOrganization> {
  const accountId = await openPool(tx, id, organization.at)
  if (!organization.isUnattended) await addAdmin(tx, id, organization.adminId, organization.at)
  return { id, slug, accountId }
}

/** Makes a person an admin, like the one who ordered the organization (D103). */
export async function addAdmin(tx: Tx, organizationId: number, userId: string, at: Date): Promise<void> {
  await addMember(tx, { organizationId, userId, role: 'admin', accessLevel: 'full', userCategory: 'Employees', at })
}

async function insertOrganization(tx: Tx, id: number, slug: string, organization: NewOrganization): Promise<boolean> {
  if (await isFormerSlug(tx, slug, id, organization.at)) return false
  return hasRows(tx`
    insert into organization (id, name, slug, description, industry, contact_email, website_url, logo_url,
      primary_color, secondary_color, max_users, subscription_status, created_by, created_at, updated_at)
    overriding system value
    values (${id}, ${organization.name}, ${slug}, ${organization.description ?? ''}, ${organization.industry ?? ''},
      ${organization.contactEmail}, ${organization.websiteUrl}, ${organization.logoUrl},
      ${organization.primaryColor ?? defaultPrimaryColor}, ${organization.secondaryColor ?? defaultSecondaryColor},
      ${organization.maxUsers}, ${organization.subscriptionStatus}, ${organization.adminId}, ${organization.at},
      ${organization.at})
    on conflict (slug) do nothing returning id`)
}

/** Returns the organization whose pool an account is; null for a person's account. */
export function findOrganizationOfPool(read: Read, accountId: string): Promise<{ id: number; name: string } | null> {
  return first(read<{ id: number; name: string }>`
    select organization.id, organization.name from account
    join organization on organization.id = account.organization_id where account.id = ${accountId}`)
}

/** Locks an organization, so that nobody else changes its members until the transaction ends. */
export async function lockOrganization(tx: Tx, organizationId: number): Promise<{ name: string; maxUsers: number }> {
  const [row] = await tx<{ name: string; maxUsers: number }>`
    select name, max_users from organization where id = ${organizationId} for no key update`
  if (!row) throw new Error(`No organization ${organizationId}`)
  return row
}

/**
 * Opens an organization to its people because its package is paid; everything except seats and state stays as it is
 * (D130). Call it once for each registration, in the transaction that marks it as paid.
 */
export async function openOrganization(
  tx: Tx,
  organizationId: number,
  { maxUsers, industry }: { maxUsers: number; industry: string },
  at: Date,
): Promise<{ accountId: string; leadingAdminId: string }> {
  await lockOrganization(tx, organizationId)
  await tx`
    update organization set subscription_status = 'active', past_due_since = null, set_by_admin = null,
      plan_ended_by_admin = false, max_users = ${maxUsers},
      industry = case industry when '' then ${industry} else industry end, updated_at = ${at}
    where id = ${organizationId}`
  const [contact] = await tx<{ accountId: string; leadingAdminId: string }>`
    select account_id, user_id as leading_admin_id from account_contact where organization_id = ${organizationId}`
  if (!contact) throw new Error(`No admin of organization ${organizationId}`)
  return contact
}

export interface BrandingChange {
  /** Null for none; omitted for no change. */
  logoUrl?: string | null | undefined
  websiteUrl?: string | null | undefined
  primaryColor?: string | undefined
  secondaryColor?: string | undefined
}

/** Changes how an organization looks. Returns the address of the logo before it. */
export function changeBranding(
  tx: Tx,
  organizationId: number,
  change: BrandingChange,
  at: Date,
): Promise<string | null> {
  return firstValue(tx<{ before: string | null }>`
    update organization set
      logo_url = case when ${change.logoUrl === undefined} then logo_url else ${change.logoUrl} end,
      website_url = case when ${change.websiteUrl === undefined} then website_url else ${change.websiteUrl} end,
      primary_color = coalesce(${change.primaryColor}, primary_color),
      secondary_color = coalesce(${change.secondaryColor}, secondary_color), updated_at = ${at}
    where id = ${organizationId} returning old.logo_url as before`)
}

export type SettingsChange = Omit<BodyOf<typeof changeOrganizationSettings>, 'before' | 'websiteUrl'>

/** Changes what the admins set for an organization; omitted fields stay unchanged (D131). */
export async function changeSettings(tx: Tx, organizationId: number, change: SettingsChange, at: Date): Promise<void> {
  await tx`
    update organization set name = coalesce(${change.name}, name),
      description = coalesce(${change.description}, description),
      contact_email = coalesce(${change.contactEmail}, contact_email),
      allows_transcripts = coalesce(${change.allowsTranscripts}::boolean, allows_transcripts),
      allows_memory = coalesce(${change.allowsMemory}::boolean, allows_memory), updated_at = ${at}
    where id = ${organizationId}`
}

/** Hides the checklist of a new organization from its admins; a repeat keeps the first time. */
export async function dismissChecklist(tx: Tx, organizationId: number, at: Date): Promise<void> {
  await tx`
    update organization set checklist_dismissed_at = ${at}
    where id = ${organizationId} and checklist_dismissed_at is null`
}

/** Ends an organization for its admins. Returns false when it had already ended (D129, D131). */
export function endOrganization(tx: Tx, organizationId: number, at: Date): Promise<boolean> {
  return hasRows(tx`
    update organization set is_active = false, updated_at = ${at}
    where id = ${organizationId} and is_active returning id`)
}

/**
 * Gives an organization another slug. The former one redirects to it for 30 days and may be taken back (D138). Returns
 * false when another organization has it, or had it lately. Throws a unique violation when one takes it at the same
 * moment.
 */
export async function changeSlug(tx: Tx, organizationId: number, slug: string, at: Date): Promise<boolean> {
  const [before] = await tx<{ slug: string }>`
    select slug from organization where id = ${organizationId} for no key update`
  if (!before) throw new Error(`No organization ${organizationId}`)
  if (before.slug === slug) return true
  const [holder] = await tx`select from organization where slug = ${slug}`
  if (holder || (await isFormerSlug(tx, slug, organizationId, at))) return false
  await tx`update organization set slug = ${slug}, updated_at = ${at} where id = ${organizationId}`
  await keepFormerSlug(tx, organizationId, before.slug, slug, at)
  return true
}

/** Sets how many seats there are and, where fewer are paid for, how many from the next renewal on (D116). */
export async function setSeats(
  tx: Tx,
  accountId: string,
  { maxUsers, nextMaxUsers }: { maxUsers: number; nextMaxUsers: number | null },
  at: Date,
): Promise<void> {
  await tx`
    update organization set max_users = ${maxUsers}, next_max_users = ${nextMaxUsers}, updated_at = ${at}
    from account where account.organization_id = organization.id and account.id = ${accountId}`
}

/** Ends the seats of an account that are no longer paid for. */
export async function endSeats(tx: Tx, accountId: string, at: Date): Promise<void> {
  await tx`
    update organization set max_users = next_max_users, next_max_users = null, updated_at = ${at}
    from account where account.organization_id = organization.id and account.id = ${accountId}
      and next_max_users is not null`
}
