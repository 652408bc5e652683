import type { organizationSettings } from '#contract/organizations/settings.ts'
import type { OrganizationRole } from '#contract/organizations/ranks.ts'
import type { Read } from '../database/sql.ts'
import { isUnpaid } from '../identity/access.ts'
import type { Membership } from '../identity/memberships.ts'
import type { RowOf } from '../kernel/serve.ts'

/** What organizations show of themselves. */

export interface OrganizationProfile {
  description: string
  industry: string
  contactEmail: string
  websiteUrl: string | null
  logoUrl: string | null
  primaryColor: string
  secondaryColor: string
  subscriptionTier: string
  createdAt: Date
}

/** Returns what an organization says of itself; the rest comes with the person's membership. */
export async function readProfile(read: Read, organizationId: number): Promise<OrganizationProfile> {
  const [row] = await read<OrganizationProfile>`
    select description, industry, contact_email, website_url, logo_url, primary_color, secondary_color,
      subscription_tier, created_at
    from organization where id = ${organizationId}`
  if (!row) throw new Error(`No organization ${organizationId}`)
  return row
}

export type OrganizationSettings = RowOf<typeof organizationSettings>

/** Returns what its admins set for an organization (D131). */
export async function readSettings(read: Read, organizationId: number): Promise<OrganizationSettings> {
  const [row] = await read<OrganizationSettings>`
    select name, description, contact_email, website_url, allows_transcripts, allows_memory
    from organization where id = ${organizationId}`
  if (!row) throw new Error(`No organization ${organizationId}`)
  return row
}

type OwnOrganization = Pick<
  Membership,
  'name' | 'slug' | 'logoUrl' | 'primaryColor' | 'secondaryColor' | 'isActive' | 'subscriptionStatus' | 'pastDueSince'
> & { id: number; role: OrganizationRole }

/** Returns the organizations to which a person belongs, the oldest membership first. */
export function listOwnOrganizations(read: Read, userId: string): Promise<OwnOrganization[]> {
  return read<OwnOrganization>`
    select pool.organization_id as id, pool.name, pool.slug, pool.logo_url, pool.primary_color, pool.secondary_color,
      pool.is_active, pool.subscription_status, pool.past_due_since, member.role
    from organization_user as member
    join organization_pool as pool on pool.organization_id = member.organization_id
    where member.user_id = ${userId} and member.is_active
    order by member.joined_at, member.organization_id limit 1000`
}

/** Returns whether an organization waits for its package (D130). */
export async function isWaiting(read: Read, organizationId: number): Promise<boolean> {
  const [row] = await read<Pick<Membership, 'isActive' | 'subscriptionStatus'>>`
    select is_active, subscription_status from organization where id = ${organizationId} and archived_at is null`
  return row !== undefined && isUnpaid(row)
}
