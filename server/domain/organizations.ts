import { defaultPrimaryColor } from '#contract/registration.ts'
import { suggestSlug } from '#contract/slugs.ts'
import type { Read, Tx } from '../database/sql.ts'
import { grantMinutes, openPool } from './ledger.ts'
import { addMember } from './members.ts'

/** Organizations themselves: their profile, their state, and how they come into being. */

export interface NewOrganization {
  name: string
  /** Lower-cased. */
  contactEmail: string
  description?: string
  industry?: string
  websiteUrl?: string | null
  logoUrl?: string | null
  primaryColor?: string
  maxUsers: number
  subscriptionStatus: 'active' | 'inactive'
  /** Who becomes its first admin, or is asked whether they want to. */
  adminId: string
  /** Whether nobody is its admin yet, because `adminId` has not agreed (D106). */
  isUnattended?: boolean
  at: Date
}

export interface CreatedOrganization {
  id: number
  slug: string
  /** The pool. */
  accountId: string
}

/** Adds an organization with an empty pool and its first admin, under the slug that its name suggests (D103). */
export async function createOrganization(tx: Tx, organization: NewOrganization): Promise<CreatedOrganization> {
  const [next] = await tx<{ id: number }>`select nextval(pg_get_serial_sequence('organization', 'id')) as id`
  const id = next?.id ?? 0
  const slug = await insertOrganization(tx, id, organization)
  const accountId = await openPool(tx, id, organization.at)
  if (!organization.isUnattended) await addAdmin(tx, id, organization.adminId, organization.at)
  return { id, slug, accountId }
}

/** Makes somebody an admin, as the one who ordered the organization is (D103). */
export async function addAdmin(tx: Tx, organizationId: number, userId: string, at: Date): Promise<void> {
  await addMember(tx, { organizationId, userId, role: 'admin', accessLevel: 'full', userCategory: 'Employees', at })
}

/** The slug of the name, with -2, -3 and so on when it is taken, and org-{id} when nothing is left of the name. */
async function insertOrganization(tx: Tx, id: number, organization: NewOrganization): Promise<string> {
  const suggested = suggestSlug(organization.name)
  for (let number = 1; number < 1000; number++) {
    const slug =
      suggested === null || number === 999 ? `org-${id}` : number === 1 ? suggested : `${suggested}-${number}`
    const added = await tx`
      insert into organization (id, name, slug, description, industry, contact_email, website_url, logo_url,
        primary_color, max_users, subscription_status, created_by, created_at, updated_at)
      overriding system value
      values (${id}, ${organization.name}, ${slug}, ${organization.description ?? ''}, ${organization.industry ?? ''},
        ${organization.contactEmail}, ${organization.websiteUrl}, ${organization.logoUrl},
        ${organization.primaryColor ?? defaultPrimaryColor}, ${organization.maxUsers},
        ${organization.subscriptionStatus}, ${organization.adminId}, ${organization.at}, ${organization.at})
      on conflict (slug) do nothing returning id`
    if (added.length > 0) return slug
  }
  throw new Error(`No slug for organization ${id}`)
}

/** The organization that an account is the pool of; null for a person's account. */
export async function findOrganizationOfPool(
  read: Read,
  accountId: string,
): Promise<{ id: number; name: string } | null> {
  const [row] = await read<{ id: number; name: string }>`
    select organization.id, organization.name from account
    join organization on organization.id = account.organization_id where account.id = ${accountId}`
  return row ?? null
}

/** Lets an organization be in the state of its subscription (D9, D129); other accounts have none. */
export async function followPayments(
  tx: Tx,
  accountId: string,
  { status, pastDueSince }: { status: string; pastDueSince: Date | null },
  at: Date,
): Promise<void> {
  const paid = status === 'active' || status === 'trialing'
  const isLate = status === 'past_due' && pastDueSince !== null
  const state = paid ? 'active' : isLate ? 'past_due' : 'canceled'
  await tx`
    update organization set subscription_status = ${state}, past_due_since = ${isLate ? pastDueSince : null},
      updated_at = ${at}
    from account where account.organization_id = organization.id and account.id = ${accountId}`
}

export interface PaidOrganization extends Omit<NewOrganization, 'subscriptionStatus'> {
  /** What the package brings into the pool, and the payment that it came with. */
  minutes: { ms: number; priceCents: number; sourceRef: string; paymentIntentId: string | null }
}

/**
 * An organization whose package is paid: active, with its pool filled, its admin in place (D103). To be called once for
 * each registration, in the transaction that marks it as paid.
 */
export async function activateOrganization(tx: Tx, paid: PaidOrganization): Promise<CreatedOrganization> {
  const { minutes, ...organization } = paid
  const created = await createOrganization(tx, { ...organization, subscriptionStatus: 'active' })
  await grantMinutes(tx, {
    ...minutes,
    accountId: created.accountId,
    bucket: 'purchased',
    kind: 'purchase',
    expiresAt: null,
    userId: paid.adminId,
    notes: 'Minutes of the package',
    at: paid.at,
  })
  return created
}

/** Keeps everybody else from changing who belongs to an organization until the transaction ends. */
export async function lockOrganization(tx: Tx, organizationId: number): Promise<{ name: string; maxUsers: number }> {
  const [row] = await tx<{ name: string; maxUsers: number }>`
    select name, max_users from organization where id = ${organizationId} for no key update`
  if (!row) throw new Error(`No organization ${organizationId}`)
  return row
}
