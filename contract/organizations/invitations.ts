import * as z from 'zod/mini'
import { formatCount } from '../amounts.ts'
import { call } from '../call.ts'
import { field } from '../field-words.ts'
import { accessLevel, organizationRole, userCategory, byAdmins } from './ranks.ts'
import { emailField } from '../identity/fields.ts'
import { isoTime, shownAddress } from '../identity/people.ts'
import { limitedLine, limitedText } from '../required-text.ts'
import { wholeNumber } from '../whole-number.ts'

/** Inviting people one by one (D113-D117). Batches and shared links are in bulk-invitations.ts, joining in joining.ts. */

/** Maximum lengths in characters, lifetimes in days, and the maximum number of rows and uses. */
export const invitationLimits = {
  name: 100,
  title: 120,
  note: 500,
  mailDays: 14,
  linkDays: 30,
  longestDays: 90,
  rows: 500,
  uses: 1000,
}

export const invitationStatuses = ['pending', 'accepted', 'declined', 'expired', 'revoked'] as const

/** The name and the note of what many people get; both are empty by default. */
export const batchFields = {
  batchName: field(z._default(limitedLine(invitationLimits.title), ''), {
    label: 'Name (optional)',
    help: 'Shown as the title of the invitation.',
  }),
  note: field(z._default(limitedText(invitationLimits.note), ''), {
    label: 'Note (optional)',
    help: 'A sentence or two for people to read before they join.',
    kind: 'area',
    rows: 3,
  }),
}
/** A whole number from 1 on. */
export const countField = (most: number) => wholeNumber(1, most, `Please enter a number from 1 to ${formatCount(most)}`)
/** The number of days until it expires. */
export const days = (fallback: number) =>
  field(z._default(countField(invitationLimits.longestDays), fallback), { label: 'Expires after (days)' })
/** The membership that an invitation gives. */
export const place = {
  role: field(z._default(organizationRole, 'member'), { label: 'Role' }),
  accessLevel: field(z._default(accessLevel, 'standard'), { label: 'Access level' }),
  userCategory: field(z._default(userCategory, 'Members'), { label: 'Category' }),
}

export const invitation = z.object({
  id: z.string(),
  organizationId: z.number(),
  email: shownAddress,
  firstName: z.string(),
  lastName: z.string(),
  role: organizationRole,
  accessLevel,
  userCategory,
  invitedBy: z.nullable(z.string()),
  expiresAt: isoTime,
  acceptedAt: z.nullable(isoTime),
  status: z.enum(invitationStatuses),
  invitationType: z.enum(['email', 'bulk', 'link']),
  bulkInviteId: z.nullable(z.string()),
  createdAt: isoTime,
})

/** Omitted fields keep their value in an open invitation, and take the defaults in a new one (D115, D117). */
const inviteBody = z.object({
  email: emailField,
  firstName: field(z.optional(limitedLine(invitationLimits.name)), { label: 'First name' }),
  lastName: field(z.optional(limitedLine(invitationLimits.name)), { label: 'Last name' }),
  role: field(z.optional(organizationRole), {
    label: 'Role',
    help: 'Admins also manage people, agents, branding and billing.',
  }),
  accessLevel: field(z.optional(accessLevel), { label: 'Access level' }),
  userCategory: field(z.optional(userCategory), { label: 'Category' }),
  /** A note for the invited person; a friendly sentence by default (D113). */
  note: z.optional(limitedText(invitationLimits.note)),
  expiresInDays: days(invitationLimits.mailDays),
})

export const invitingErrors = {
  already_member: [409, 'This person is already a member.'],
  seats_full: [409, 'All seats are taken. Remove someone, revoke an invitation, or add seats under Billing.'],
  email_not_confirmed: [403, 'Please confirm your email address before you invite people.'],
  /** The server's message says so when it is about one address. */
  too_many_invitations: [429, 'You can send 10 invitations a day until you buy a package. Please try again tomorrow.'],
} as const

const inviting = {
  asksProof: true,
  status: 201,
  errors: invitingErrors,
  done: ['Invitation Sent', 'The link in it works for 14 days.'],
  failed: ['Failed to send invitation', 'Please try again.'],
} as const

export const inviteMember = call('POST /api/organization/invite', {
  ...byAdmins,
  ...inviting,
  body: inviteBody,
  answer: invitation,
  summary: 'Invites a person by mail; an open invitation is renewed and sent again, with status 200 (D115-D117).',
})

export const inviteToOrganization = call('POST /api/organizations/:organizationId/invite', {
  ...inviting,
  body: inviteBody,
  answer: invitation,
  who: 'organization_admin',
  summary: 'Invites a person by mail to the organization with this id (D117).',
})

export const invitations = call('GET /api/organization/invitations', {
  ...byAdmins,
  summary: 'Lists the invitations sent to individual people, newest first.',
  answer: z.array(invitation),
})

export const invitationsOfOrganization = call('GET /api/organizations/:organizationId/invitations', {
  who: 'organization_admin',
  summary: 'Lists the invitations of the organization with this id, newest first.',
  answer: z.array(invitation),
})

const invitation_not_found = [404, 'This invitation is no longer open.'] as const

export const resendInvitation = call('POST /api/organization/invitations/:id/resend', {
  ...byAdmins,
  summary: 'Sends an open invitation again with a new link and expiry; the old link stops working (D114).',
  answer: invitation,
  done: ['Invitation Sent', 'The link in it works for 14 days.'],
  failed: ['Failed to send invitation', 'Please try again.'],
  errors: { invitation_not_found, ...invitingErrors },
})

export const revokeInvitation = call('POST /api/organization/invitations/:id/revoke', {
  ...byAdmins,
  summary: 'Revokes an open invitation (D114).',
  answer: invitation,
  done: ['Invitation Revoked', 'Its link no longer works.'],
  failed: ['Failed to revoke invitation', 'Please try again.'],
  errors: { invitation_not_found },
})
