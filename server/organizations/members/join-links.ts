import { first, type Read } from '../../database/sql.ts'
import type { MemberTerms } from './invitations.ts'
import { hashSecret } from '../../kernel/secrets.ts'

/** What the secret of a mailed or shared link opens (D113). */

export interface JoinLink extends MemberTerms {
  /** The id of the invitation or of the shared link. */
  id: string
  isShared: boolean
  /** Whether it can be used now, and if not, why. */
  state: 'open' | 'expired' | 'revoked' | 'used' | 'declined' | 'replaced'
  organizationId: number
  organizationName: string
  industry: string
  logoUrl: string | null
  primaryColor: string
  /** Whether the organization is active. With these fields `hasEnded` decides whether people can still join. */
  isActive: boolean
  subscriptionStatus: 'active' | 'past_due' | 'canceled' | 'inactive'
  pastDueSince: Date | null
  title: string
  description: string
  expiresAt: Date
  /** The address it was mailed to; null for a shared link. */
  email: string | null
  firstName: string
  lastName: string
  emailDomain: string | null
  invitedBy: string | null
  createdAt: Date
  /** The batch, or the shared link that asked for the address. */
  bulkInviteId: string | null
  invitationType: 'email' | 'bulk' | 'link'
}

/** Returns what a secret opens; null when there is no such link or the organization is gone. */
export async function findJoinLink(read: Read, secret: string, at: Date): Promise<JoinLink | null> {
  const hash = hashSecret(secret)
  return first(read<JoinLink>`
    select link.*, organization.name as organization_name, organization.industry, organization.logo_url,
      organization.primary_color, organization.is_active, organization.subscription_status,
      organization.past_due_since,
      coalesce(nullif(link.batch_name, ''), 'Join ' || organization.name) as title,
      coalesce(nullif(link.note, ''),
        'You have been invited to use the AI agents of ' || organization.name || '.') as description
    from (
      select invitation.id, false as is_shared, invitation.organization_id, invitation.email, invitation.first_name,
        invitation.last_name, invitation.role, invitation.access_level, invitation.user_category,
        null::text as email_domain, invitation.invited_by, invitation.created_at, invitation.expires_at,
        invitation.bulk_invite_id, invitation.invitation_type, coalesce(batch.batch_name, '') as batch_name,
        coalesce(nullif(invitation.description, ''), batch.description, '') as note,
        case when invitation.status = 'accepted' then 'used' when invitation.status <> 'pending' then invitation.status
          when invitation.expires_at <= ${at} then 'expired'
          when invitation.invitation_type = 'link' and not batch.is_active then 'revoked'
          when invitation.invitation_type = 'link' and batch.current_uses >= batch.max_uses then 'used'
          when invitation.invite_token <> ${hash} then 'replaced'
          else 'open' end as state
      from organization_invitation as invitation
      left join bulk_invitation as batch on batch.id = invitation.bulk_invite_id
      where invitation.invite_token = ${hash}
        or invitation.id = (select invitation_id from former_invite_token where invite_token = ${hash})
      union all
      select id, true, organization_id, null, '', '', role, access_level, user_category, email_domain, invited_by,
        created_at, expires_at, id, 'link', batch_name, description,
        case when not is_active then 'revoked' when expires_at <= ${at} then 'expired'
          when current_uses >= max_uses then 'used' else 'open' end
      from bulk_invitation where unique_link = ${hash}
    ) as link
    join organization on organization.id = link.organization_id and organization.archived_at is null`)
}
