import { redirectDays } from '#contract/organizations/app/branded-app.ts'
import type { SubscriptionStatus } from '#contract/organizations/ranks.ts'
import { suggestSlug } from '#contract/organizations/slugs.ts'
import { hasRows, first, type Read, type Tx } from '../database/sql.ts'

/** The slugs in organizations' addresses, current and former (D103, D138); organizations.ts assigns them. */

const dayMs = 24 * 60 * 60_000

/** Yields the slug of the name, then that with -2, -3 and so on, at last org-{id}. */
export function* slugsFor(name: string, id: number): Generator<string> {
  const suggested = suggestSlug(name)
  if (suggested !== null) {
    yield suggested
    for (let number = 2; number < 999; number++) yield `${suggested}-${number}`
  }
  yield `org-${id}`
}

/** Returns whether a slug still leads to another organization, which had it before. */
export function isFormerSlug(read: Read, slug: string, ownId: number, at: Date): Promise<boolean> {
  return hasRows(read`
    select from organization_former_slug
    where slug = ${slug} and organization_id <> ${ownId} and redirects_until > ${at}`)
}

/** Keeps the former slug leading to the organization for 30 days. */
export async function keepFormerSlug(
  tx: Tx,
  organizationId: number,
  before: string,
  present: string,
  at: Date,
): Promise<void> {
  await tx`delete from organization_former_slug where slug = ${present}`
  await tx`
    insert into organization_former_slug (slug, organization_id, redirects_until)
    values (${before}, ${organizationId}, ${new Date(at.getTime() + redirectDays * dayMs)})
    on conflict (slug) do update set organization_id = excluded.organization_id,
      redirects_until = excluded.redirects_until`
}

/** Returns a free slug, made from a taken one by a number; null when there are too many of its kind (D138). */
export async function suggestFreeSlug(read: Read, taken: string, at: Date): Promise<string | null> {
  const stem = taken.slice(0, 36).replace(/-$/, '')
  const rows = await read<{ slug: string }>`
    select slug from organization where starts_with(slug, ${`${stem}-`})
    union all
    select slug from organization_former_slug where starts_with(slug, ${`${stem}-`}) and redirects_until > ${at}`
  const known = new Set(rows.map(({ slug }) => slug))
  for (let number = 2; number < 1000; number++) {
    if (!known.has(`${stem}-${number}`)) return `${stem}-${number}`
  }
  return null
}

export interface OrganizationOfSlug {
  id: number
  /** The current slug. */
  slug: string
  isActive: boolean
  subscriptionStatus: SubscriptionStatus
  pastDueSince: Date | null
}

/** Returns the organization of a current or former slug; null when there is none. */
export async function findOrganizationOfSlug(read: Read, slug: string, at: Date): Promise<OrganizationOfSlug | null> {
  if (!/^[a-z0-9-]{3,40}$/.test(slug)) return null
  return first(read<OrganizationOfSlug>`
    select organization.id, organization.slug, is_active, subscription_status, past_due_since from organization
    left join organization_former_slug as former
      on former.organization_id = organization.id and former.slug = ${slug} and former.redirects_until > ${at}
    where organization.archived_at is null and (organization.slug = ${slug} or former.slug is not null)
    order by organization.slug = ${slug} desc limit 1`)
}
