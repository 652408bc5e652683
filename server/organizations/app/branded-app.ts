import {
  type BrandedAppChange,
  brandedAppOffer,
  defaultColors,
  type brandedAppSettings,
} from '#contract/organizations/app/branded-app-settings.ts'
import { appInitial, type ContactInfo, type PublicAgent } from '#contract/organizations/app/branded-app.ts'
import { hasRows, type Read, type Tx } from '../../database/sql.ts'
import { hasOrganizationAccess } from '../../identity/access.ts'
import { iconVersion } from './app-manifest.ts'
import { refuseChanged } from '../../kernel/changed-meanwhile.ts'
import { refuse } from '../../kernel/problem.ts'
import { findImageAt, removeImage } from '../../images/images.ts'
import { findOrganizationOfSlug } from '../slugs.ts'
import { changeBranding, changeSlug, lockOrganization } from '../organizations.ts'
import { mayShowLogo } from '../policies.ts'
import type { IconSource } from './app-icon.ts'
import type { RowOf } from '../../kernel/serve.ts'

/** An organization's own app: its looks, who may publish it, and what everybody sees (D136-D141). */

export type BrandedAppSettings = Omit<RowOf<typeof brandedAppSettings>, 'customDomainStatus' | 'offer'>

/** Returns the app's settings; those suggested by the registration until some are saved (S453-S455). */
export async function readBrandedApp(read: Read, organizationId: number): Promise<BrandedAppSettings> {
  const [row] = await read<Omit<BrandedAppSettings, 'contactInfo'> & { contactInfo: Partial<ContactInfo> }>`
    select organization.id as organization_id, organization.slug,
      coalesce(setting.app_name, btrim(left(organization.name, 60))) as app_name, setting.logo_url,
      coalesce(setting.logo_url, organization.logo_url) as shown_logo_url,
      lower(organization.primary_color) as primary_color, lower(organization.secondary_color) as secondary_color,
      coalesce(setting.accent_color, ${defaultColors.accentColor}) as accent_color,
      coalesce(setting.welcome_message, ordered.welcome_message, '') as welcome_message,
      coalesce(setting.tagline, '') as tagline, coalesce(setting.show_public_agents, true) as show_public_agents,
      array(select featured.id::text from unnest(setting.featured_agent_ids) with ordinality as featured (id, place)
        join assigned_agent as assigned
          on assigned.agent_id = featured.id and assigned.organization_id = organization.id and assigned.rank < 4
        join agent on agent.id = featured.id and agent.is_active
        order by featured.place) as featured_agent_ids,
      coalesce(setting.enable_agent_requests, true) as enable_agent_requests,
      coalesce(setting.enable_feedback, true) as enable_feedback,
      coalesce(setting.contact_info, '{}') as contact_info, coalesce(setting.is_active, false) as is_active,
      setting.custom_domain, setting.granted_at is not null or coalesce(ordered.branded_pwa, false) as can_publish,
      setting.created_at, setting.updated_at
    from organization
    left join pwa_setting as setting on setting.organization_id = organization.id
    left join lateral (
      select bool_or(branded_pwa) as branded_pwa, max(left(welcome_message, 500)) as welcome_message
      from business_registration
      where business_registration.organization_id = organization.id and status = 'paid') as ordered on true
    where organization.id = ${organizationId}`
  if (!row) throw new Error(`No organization ${organizationId}`)
  return { ...row, contactInfo: { email: '', phone: '', websiteUrl: '', address: '', ...row.contactInfo } }
}

/**
 * Saves the given settings and keeps the rest. Returns false, with nothing changed, when another organization has the
 * slug; throws a unique violation when it takes the slug at the same moment. Refuses when somebody else changed the same
 * since (D187).
 */
export async function saveBrandedApp(
  tx: Tx,
  organizationId: number,
  change: BrandedAppChange,
  at: Date,
): Promise<boolean> {
  await lockOrganization(tx, organizationId)
  const before = await readBrandedApp(tx, organizationId)
  const { slug, primaryColor, secondaryColor, before: began, ...given } = change
  refuseChanged(began, before, change)
  if (given.isActive && !before.canPublish)
    refuse('pwa_not_purchased', { field: 'isActive', details: { offer: brandedAppOffer } })
  if (!mayShowLogo(before.logoUrl, given.logoUrl)) refuse('foreign_logo', { field: 'logoUrl' })
  if (given.featuredAgentIds) {
    given.featuredAgentIds = [...new Set(given.featuredAgentIds)]
    if (!(await areShowable(tx, organizationId, given.featuredAgentIds)))
      refuse('agent_not_assigned', { field: 'featuredAgentIds' })
  }
  if (slug !== undefined && !(await changeSlug(tx, organizationId, slug, at))) return false
  const after = { ...before, ...definedOf(given) }
  await storeSettings(tx, after, at)
  if (primaryColor ?? secondaryColor) await changeBranding(tx, organizationId, { primaryColor, secondaryColor }, at)
  if (before.logoUrl !== after.logoUrl) await removeImage(tx, before.logoUrl)
  return true
}

function definedOf<Given extends object>(given: Given): { [Key in keyof Given]: Exclude<Given[Key], undefined> } {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [Key in keyof Given]: Exclude<Given[Key], undefined> }
}

async function areShowable(read: Read, organizationId: number, agentIds: readonly string[]): Promise<boolean> {
  const rows = await read`
    select from assigned_agent as assigned join agent on agent.id = assigned.agent_id and agent.is_active
    where assigned.organization_id = ${organizationId} and assigned.rank < 4
      and assigned.agent_id = any(${agentIds}::uuid[])`
  return rows.length === agentIds.length
}

async function storeSettings(tx: Tx, after: BrandedAppSettings, at: Date): Promise<void> {
  await tx`
    insert into pwa_setting (organization_id, app_name, logo_url, accent_color, welcome_message, tagline,
      show_public_agents, featured_agent_ids, enable_agent_requests, enable_feedback, contact_info, is_active,
      custom_domain, created_at, updated_at)
    values (${after.organizationId}, ${after.appName}, ${after.logoUrl}, ${after.accentColor},
      ${after.welcomeMessage}, ${after.tagline}, ${after.showPublicAgents}, ${after.featuredAgentIds}::uuid[],
      ${after.enableAgentRequests}, ${after.enableFeedback}, ${after.contactInfo}, ${after.isActive},
      ${after.customDomain || null}, ${at}, ${at})
    on conflict (organization_id) do update set app_name = excluded.app_name, logo_url = excluded.logo_url,
      accent_color = excluded.accent_color, welcome_message = excluded.welcome_message, tagline = excluded.tagline,
      show_public_agents = excluded.show_public_agents, featured_agent_ids = excluded.featured_agent_ids,
      enable_agent_requests = excluded.enable_agent_requests, enable_feedback = excluded.enable_feedback,
      contact_info = excluded.contact_info, is_active = excluded.is_active, custom_domain = excluded.custom_domain,
      updated_at = excluded.updated_at`
}

/** Sets an uploaded picture as the app's logo and removes the one before. */
export async function setAppLogo(tx: Tx, organizationId: number, url: string, at: Date): Promise<void> {
  await lockOrganization(tx, organizationId)
  const before = await readBrandedApp(tx, organizationId)
  await storeSettings(tx, { ...before, logoUrl: url }, at)
  await removeImage(tx, before.logoUrl)
}

/** Allows an organization to publish without buying the app, or revokes that, which unpublishes it (D140). */
export async function setPublishingGrant(
  tx: Tx,
  organizationId: number,
  grant: { isGranted: boolean; grantedBy: string | null; at: Date },
): Promise<void> {
  const { isGranted, grantedBy, at } = grant
  await lockOrganization(tx, organizationId)
  await storeSettings(tx, await readBrandedApp(tx, organizationId), at)
  await tx`
    update pwa_setting set granted_at = ${isGranted ? at : null}, granted_by = ${isGranted ? grantedBy : null}
    where organization_id = ${organizationId}`
  const { canPublish } = await readBrandedApp(tx, organizationId)
  if (!canPublish) await tx`update pwa_setting set is_active = false where organization_id = ${organizationId}`
}

/** Returns whether a platform admin allows publishing without a purchase. */
export function isPublishingGranted(read: Read, organizationId: number): Promise<boolean> {
  return hasRows(read`select from pwa_setting where organization_id = ${organizationId} and granted_at is not null`)
}

export interface FoundApp extends BrandedAppSettings {
  /** Whether everybody may see it: published by an organization that has access (D129, D139). */
  isPublished: boolean
}

/** Returns the app at a current or recent slug, published or not (D138); null when there is none. */
export async function findBrandedApp(read: Read, slug: string, at: Date): Promise<FoundApp | null> {
  const organization = await findOrganizationOfSlug(read, slug.toLowerCase(), at)
  if (!organization) return null
  const app = await readBrandedApp(read, organization.id)
  return { ...app, isPublished: app.isActive && app.canPublish && hasOrganizationAccess(organization, at) }
}

/** Returns what the app's icons show, and the version that changes with it. */
export async function readIconSource(read: Read, app: BrandedAppSettings): Promise<IconSource> {
  const logo = await findImageAt(read, app.shownLogoUrl)
  return { logo: logo?.bytes ?? null, initial: appInitial(app.appName, app.slug), color: app.primaryColor }
}

export function iconVersionOf(app: BrandedAppSettings): string {
  return iconVersion(app.shownLogoUrl, appInitial(app.appName, app.slug), app.primaryColor)
}

/**
 * Returns the agents that visitors see: featured ones in their order, then public ones by name; none when the
 * organization shows none (D141). Private agents are shown only when featured, and those for admins never.
 */
export function listShownAgents(read: Read, app: BrandedAppSettings): Promise<PublicAgent[]> {
  if (!app.showPublicAgents) return Promise.resolve([])
  return read<PublicAgent>`
    select agent.id, agent.name, agent.description, agent.category, agent.image_url,
      featured.place is not null as is_featured
    from assigned_agent as assigned
    join agent on agent.id = assigned.agent_id and agent.is_active
    left join unnest(${app.featuredAgentIds}::uuid[]) with ordinality as featured (id, place) on featured.id = agent.id
    where assigned.organization_id = ${app.organizationId} and assigned.rank < 4
      and (featured.place is not null or not agent.is_private)
    order by featured.place nulls last, lower(agent.name) limit 100`
}
