import { organizationWith, type Organization } from '../organizations.ts'
import { idOfAgent } from '../../conversations/past-conversations.ts'
import { sql, type Person } from '../../people.ts'

export interface BrandedFirm extends Organization {
  slug: string
  /** Where its app begins. */
  home: string
}

interface Look {
  isPublished?: boolean
  showPublicAgents?: boolean
  enableFeedback?: boolean
  /** Names of agents, in their order. */
  featured?: string[]
}

/** Returns an organization with an app in dark green, run by `owner`. */
export async function brandedFirm(owner: Person, look: Look = {}): Promise<BrandedFirm> {
  const { isPublished = true, showPublicAgents = true, enableFeedback = true, featured = [] } = look
  const firm = await organizationWith(owner)
  const featuredIds = await Promise.all(featured.map((name) => idOfAgent(name)))
  await sql(
    `with colored as (
       update organization set primary_color = '#0f766e', secondary_color = '#134e4a' where id = $1)
     insert into pwa_setting (organization_id, app_name, welcome_message, tagline, show_public_agents,
       featured_agent_ids, enable_feedback, contact_info, is_active, granted_at, created_at, updated_at)
     values ($1, $2, E'Talk it over with us.\\nAny time.', 'Harbors that run by themselves', $3, $4, $5,
       '{"email": "hello@harbor.test", "phone": "+49 40 123", "websiteUrl": "https://harbor.test/about"}', $6,
       now(), now(), now())`,
    [firm.id, `App of ${firm.name}`, showPublicAgents, featuredIds, enableFeedback, isPublished],
  )
  const [row] = await sql<{ slug: string }>('select slug from organization where id = $1', [firm.id])
  const slug = row?.slug ?? ''
  return { ...firm, slug, home: `/o/${slug}/` }
}
