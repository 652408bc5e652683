import type { bulkInvitation } from '#contract/organizations/bulk-invitations.ts'
import { hasRows, type Read, type Tx } from '../../database/sql.ts'
import type { MemberTerms } from './invitations.ts'
import { hashSecret, makeSecret } from '../../kernel/secrets.ts'
import type { RowOf } from '../../kernel/serve.ts'

/** Batches of mailed invitations, and links that many people may use (D118, D119). */

export type BulkInvitation = RowOf<typeof bulkInvitation>

/** Returns an organization's batches and links, newest first, or only the one with `id`. */
export function listBulkInvitations(
  read: Read,
  organizationId: number,
  at: Date,
  id: string | null = null,
): Promise<BulkInvitation[]> {
  return read<BulkInvitation>`
    select bulk.id, bulk.organization_id, bulk.invited_by, bulk.invitation_type, bulk.batch_name, bulk.description,
      bulk.total_invites, bulk.role, bulk.access_level, bulk.user_category, bulk.email_domain, bulk.max_uses,
      bulk.current_uses, bulk.expires_at, bulk.is_active, bulk.created_at, bulk.updated_at,
      case when bulk.invitation_type = 'link' then bulk.current_uses else counted.accepted end as accepted_count,
      counted.expired as expired_count, counted.pending as pending_count
    from bulk_invitation as bulk
    cross join lateral (
      select count(*) filter (where status = 'accepted') as accepted,
        count(*) filter (where status = 'expired' or (status = 'pending' and expires_at <= ${at})) as expired,
        count(*) filter (where status = 'pending' and expires_at > ${at}) as pending
      from organization_invitation where bulk_invite_id = bulk.id) as counted
    where bulk.organization_id = ${organizationId} and (${id}::uuid is null or bulk.id = ${id})
    order by bulk.created_at desc, bulk.id desc limit 1000`
}

export interface NewBatch extends MemberTerms {
  organizationId: number
  invitedBy: string
  batchName: string
  description: string
  totalInvites: number
  expiresAt: Date
  at: Date
}

/** Adds a batch, which its invitations name. */
export async function createBatch(tx: Tx, batch: NewBatch): Promise<string> {
  const [row] = await tx<{ id: string }>`
    insert into bulk_invitation (organization_id, invited_by, invitation_type, batch_name, description, total_invites,
      role, access_level, user_category, expires_at, created_at, updated_at)
    values (${batch.organizationId}, ${batch.invitedBy}, 'email', ${batch.batchName}, ${batch.description},
      ${batch.totalInvites}, ${batch.role}, ${batch.accessLevel}, ${batch.userCategory}, ${batch.expiresAt},
      ${batch.at}, ${batch.at})
    returning id`
  return row?.id ?? ''
}

export interface NewLink extends Omit<NewBatch, 'totalInvites'> {
  maxUses: number
  emailDomain: string | null
}

/** Adds a shared link. Returns its secret, which is stored only as a hash. */
export async function createLink(tx: Tx, link: NewLink): Promise<{ id: string; secret: string }> {
  const secret = makeSecret()
  const [row] = await tx<{ id: string }>`
    insert into bulk_invitation (organization_id, invited_by, invitation_type, batch_name, description, unique_link,
      role, access_level, user_category, email_domain, max_uses, expires_at, created_at, updated_at)
    values (${link.organizationId}, ${link.invitedBy}, 'link', ${link.batchName}, ${link.description},
      ${hashSecret(secret)}, ${link.role}, ${link.accessLevel}, ${link.userCategory}, ${link.emailDomain},
      ${link.maxUses}, ${link.expiresAt}, ${link.at}, ${link.at})
    returning id`
  return { id: row?.id ?? '', secret }
}

/** Counts a person who joins by a shared link. Returns whether a use was left (D119). */
export function redeemLink(tx: Tx, id: string, at: Date): Promise<boolean> {
  return hasRows(tx`
    update bulk_invitation set current_uses = current_uses + 1, updated_at = ${at}
    where id = ${id} and is_active and expires_at > ${at} and current_uses < max_uses returning id`)
}

/** Stores the new end of a batch whose open invitations were mailed again. */
export async function renewBatch(tx: Tx, id: string, { expiresAt, at }: { expiresAt: Date; at: Date }): Promise<void> {
  await tx`update bulk_invitation set expires_at = ${expiresAt}, updated_at = ${at} where id = ${id}`
}

/** Ends a shared link or a batch. Returns whether it was open. */
export function endBulkInvitation(tx: Tx, organizationId: number, id: string, at: Date): Promise<boolean> {
  return hasRows(tx`
    update bulk_invitation set is_active = false, updated_at = ${at}
    where id = ${id} and organization_id = ${organizationId} and is_active returning id`)
}

/** Returns a batch's open invitations, and when each was last mailed by itself or again, in real time. */
export async function listOpenOfBatch(
  read: Read,
  organizationId: number,
  id: string,
  at: Date,
): Promise<{ id: string; email: string; mailedAt: Date | null }[]> {
  return read<{ id: string; email: string; mailedAt: Date | null }>`
    select id, email, mailed_at from organization_invitation
    where bulk_invite_id = ${id} and organization_id = ${organizationId} and status = 'pending'
      and expires_at > ${at} and invitation_type = 'bulk'
    order by email`
}
