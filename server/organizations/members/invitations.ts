import type { invitation } from '#contract/organizations/invitations.ts'
import type { AccessLevel, OrganizationRole, UserCategory } from '#contract/organizations/ranks.ts'
import { columns, first, hasRows, type Read, type Tx } from '../../database/sql.ts'
import { hashSecret, makeSecret } from '../../kernel/secrets.ts'
import { erasedHost } from '../../identity/users.ts'
import type { RowOf } from '../../kernel/serve.ts'

/** Invitations by name. Each is for one address, and its link opens nothing else (D110-D115). */

/** What a person becomes by an invitation. */
export interface MemberTerms {
  role: OrganizationRole
  accessLevel: AccessLevel
  userCategory: UserCategory
}

export type Invitation = RowOf<typeof invitation> & { description: string }

const invitationColumns = columns`id, organization_id, email, first_name, last_name, role, access_level, user_category,
  description, invited_by, expires_at, accepted_at, invitation_type, bulk_invite_id, created_at`

/** Returns an organization's invitations, newest first, without those that a limited link sent to prove an address. */
export function listInvitations(read: Read, organizationId: number, at: Date): Promise<Invitation[]> {
  return read<Invitation>`
    select ${invitationColumns},
      case when status = 'pending' and expires_at <= ${at} then 'expired' else status end as status
    from organization_invitation where organization_id = ${organizationId} and invitation_type <> 'link'
    order by created_at desc, id desc limit 1000`
}

export function findInvitation(read: Read, organizationId: number, id: string, at: Date): Promise<Invitation | null> {
  return first(read<Invitation>`
    select ${invitationColumns},
      case when status = 'pending' and expires_at <= ${at} then 'expired' else status end as status
    from organization_invitation where organization_id = ${organizationId} and id = ${id}`)
}

export interface OpenInvitation {
  id: string
  expiresAt: Date
  isNamed: boolean
  /** In real time; null when it was mailed only with its batch. */
  mailedAt: Date | null
}

/** Returns the open invitation of an address, or null. An invitation by name holds a seat (D115, D116). */
export function findOpenInvitation(
  read: Read,
  organizationId: number,
  email: string,
  at: Date,
): Promise<OpenInvitation | null> {
  return first(read<OpenInvitation>`
    select id, expires_at, invitation_type <> 'link' as is_named, mailed_at from organization_invitation
    where organization_id = ${organizationId} and email = ${email} and status = 'pending' and expires_at > ${at}`)
}

export type NewInvitation = Omit<Invitation, 'id' | 'acceptedAt' | 'status' | 'createdAt'> & { at: Date }

/** Opens an invitation. Returns its id and the secret of its link, which is stored only as a hash (D114). */
export async function createInvitation(tx: Tx, given: NewInvitation): Promise<{ id: string; secret: string }> {
  const secret = makeSecret()
  await tx`
    update organization_invitation set status = 'expired'
    where organization_id = ${given.organizationId} and email = ${given.email} and status = 'pending'
      and expires_at <= ${given.at}`
  const [row] = await tx<{ id: string }>`
    insert into organization_invitation (organization_id, email, first_name, last_name, role, access_level,
      user_category, description, invited_by, invite_token, expires_at, invitation_type, bulk_invite_id, created_at)
    values (${given.organizationId}, ${given.email}, ${given.firstName}, ${given.lastName}, ${given.role},
      ${given.accessLevel}, ${given.userCategory}, ${given.description}, ${given.invitedBy}, ${hashSecret(secret)},
      ${given.expiresAt}, ${given.invitationType}, ${given.bulkInviteId}, ${given.at})
    returning id`
  return { id: row?.id ?? '', secret }
}

/** Omitted fields stay unchanged. */
type InvitationChange = {
  [Field in keyof Omit<NewInvitation, 'organizationId' | 'email' | 'at'>]?: NewInvitation[Field] | undefined
}

/**
 * Gives an open invitation a new link and the other changes; the former link says that there is a newer one. Returns null
 * when it is no longer open (D114, D201).
 */
export async function renewInvitation(
  tx: Tx,
  id: string,
  change: InvitationChange & { expiresAt: Date; at: Date },
): Promise<string | null> {
  const secret = makeSecret()
  await tx`
    insert into former_invite_token (invite_token, invitation_id)
    select invite_token, id from organization_invitation
    where id = ${id} and status = 'pending' and expires_at > ${change.at} for update on conflict do nothing`
  const rows = await tx`
    update organization_invitation set invite_token = ${hashSecret(secret)}, expires_at = ${change.expiresAt},
      first_name = coalesce(${change.firstName}, first_name), last_name = coalesce(${change.lastName}, last_name),
      role = coalesce(${change.role}, role), access_level = coalesce(${change.accessLevel}, access_level),
      user_category = coalesce(${change.userCategory}, user_category),
      description = coalesce(${change.description}, description), invited_by = coalesce(${change.invitedBy}, invited_by),
      invitation_type = coalesce(${change.invitationType}, invitation_type)
    where id = ${id} and status = 'pending' and expires_at > ${change.at} returning id`
  return rows.length > 0 ? secret : null
}

/** Notes when an invitation was mailed, in real time. */
export async function noteInvitationMailed(tx: Tx, id: string, realAt: Date): Promise<void> {
  await tx`update organization_invitation set mailed_at = ${realAt} where id = ${id}`
}

/** Ends an open invitation. Returns whether it was open. */
export function endInvitation(
  tx: Tx,
  organizationId: number,
  id: string,
  status: 'declined' | 'revoked',
  at: Date,
): Promise<boolean> {
  return hasRows(tx`
    update organization_invitation set status = ${status}
    where id = ${id} and organization_id = ${organizationId} and status = 'pending' and expires_at > ${at}
    returning id`)
}

/** Ends every open invitation of a batch. Returns how many there were. */
export async function revokeBatch(tx: Tx, organizationId: number, bulkInviteId: string, at: Date): Promise<number> {
  const rows = await tx`
    update organization_invitation set status = 'revoked'
    where bulk_invite_id = ${bulkInviteId} and organization_id = ${organizationId} and status = 'pending'
      and expires_at > ${at}
    returning id`
  return rows.length
}

/** Accepts all open invitations for the address of a person who has joined. */
export async function acceptOpenInvitations(
  tx: Tx,
  joined: { organizationId: number; email: string; userId: string; at: Date },
): Promise<void> {
  await tx`
    update organization_invitation set status = 'accepted', accepted_at = ${joined.at}, accepted_by = ${joined.userId}
    where organization_id = ${joined.organizationId} and email = ${joined.email} and status = 'pending'`
}

/**
 * Removes a person from the invitations that they accepted or received at a proved address; an open one ends. The rows
 * stay for the counts of their batches.
 */
export async function eraseInvitations(tx: Tx, userId: string, provedEmail: string | null): Promise<void> {
  await tx`
    update organization_invitation set email = 'erased-' || id || ${erasedHost}, first_name = '', last_name = '', description = '',
      accepted_by = null, status = case status when 'pending' then 'revoked' else status end
    where accepted_by = ${userId} or email = ${provedEmail}`
}

export interface Seats {
  maxUsers: number
  active: number
  /** Invited by name and still open. */
  pending: number
}

/** Returns an organization's seats. Read them under its lock before giving one away (D116). */
export async function readSeats(read: Read, organizationId: number, at: Date): Promise<Seats> {
  const [row] = await read<Seats>`
    select max_users, active, pending from organization_seats(${organizationId}, ${at})`
  return row ?? { maxUsers: 0, active: 0, pending: 0 }
}
