import { suggestSlug } from '#contract/slugs.ts'
import type { Tx } from '../database/sql.ts'
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
  maxUsers: number
  subscriptionStatus: 'active' | 'inactive'
  /** Who becomes its first admin. */
  adminId: string
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
  const { adminId: userId, at } = organization
  await addMember(tx, { organizationId: id, userId, role: 'admin', accessLevel: 'full', userCategory: 'Employees', at })
  return { id, slug, accountId }
}

/** The slug of the name, with -2, -3 and so on when it is taken, and org-{id} when nothing is left of the name. */
async function insertOrganization(tx: Tx, id: number, organization: NewOrganization): Promise<string> {
  const suggested = suggestSlug(organization.name)
  for (let number = 1; number < 1000; number++) {
    const slug =
      suggested === null || number === 999 ? `org-${id}` : number === 1 ? suggested : `${suggested}-${number}`
    const added = await tx`
      insert into organization (id, name, slug, description, industry, contact_email, website_url, logo_url, max_users,
        subscription_status, created_by, created_at, updated_at)
      overriding system value
      values (${id}, ${organization.name}, ${slug}, ${organization.description ?? ''}, ${organization.industry ?? ''},
        ${organization.contactEmail}, ${organization.websiteUrl}, ${organization.logoUrl}, ${organization.maxUsers},
        ${organization.subscriptionStatus}, ${organization.adminId}, ${organization.at}, ${organization.at})
      on conflict (slug) do nothing returning id`
    if (added.length > 0) return slug
  }
  throw new Error(`No slug for organization ${id}`)
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
