import * as z from 'zod/mini'
import { call } from '../call.ts'
import { field } from '../field-words.ts'
import { batchFields, countField, days, invitationLimits, invitingErrors, place } from './invitations.ts'
import { normalizeDomain } from '../identity/typed-address.ts'
import { accessLevel, byAdmins, organizationRole, userCategory } from './ranks.ts'
import { isoTime, shownAddress } from '../identity/people.ts'

/** Inviting many people at once, with a batch of mails or a shared link (D118, D119). */

export const emailDomain = z.string().check(
  z.overwrite((text: string) => normalizeDomain(text.trim().replace(/^@/, ''))),
  z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, { error: 'Please enter a domain such as example.com' }),
)

/** A batch of mailed invitations, or a shared link. */
export const bulkInvitation = z.object({
  id: z.string(),
  organizationId: z.number(),
  invitedBy: z.string(),
  invitationType: z.enum(['email', 'link']),
  batchName: z.string(),
  description: z.string(),
  totalInvites: z.number(),
  acceptedCount: z.number(),
  expiredCount: z.number(),
  pendingCount: z.number(),
  role: organizationRole,
  accessLevel,
  userCategory,
  emailDomain: z.nullable(shownAddress),
  maxUses: z.nullable(z.number()),
  currentUses: z.number(),
  expiresAt: isoTime,
  isActive: z.boolean(),
  createdAt: isoTime,
  updatedAt: isoTime,
})

/** A row as pasted; each row is checked on its own, so that an invalid one does not hide the others (D118). */
const bulkRow = z.object({
  email: z.string().check(z.maxLength(300)),
  firstName: z.optional(z.string().check(z.maxLength(300))),
  lastName: z.optional(z.string().check(z.maxLength(300))),
})

export const bulkInvite = call('POST /api/organization/invitations/bulk', {
  ...byAdmins,
  asksProof: true,
  summary: 'Checks up to 500 rows and, unless it is a dry run, invites the valid ones (D118).',
  body: z.object({
    ...batchFields,
    rows: z
      .array(bulkRow)
      .check(
        z.minLength(1, { error: 'Please enter at least one row' }),
        z.maxLength(invitationLimits.rows, { error: 'Please send at most 500 rows' }),
      ),
    ...place,
    expiresInDays: days(invitationLimits.mailDays),
    dryRun: z._default(z.boolean(), true),
  }),
  answer: z.object({
    rows: z.array(
      z.object({
        email: shownAddress,
        firstName: z.string(),
        lastName: z.string(),
        /** `invited` means an open invitation already exists; only resending it renews it. */
        state: z.enum(['valid', 'duplicate', 'invited', 'member', 'invalid']),
        message: z.nullable(z.string()),
      }),
    ),
    /** Seats not taken by members or open invitations. */
    seatsLeft: z.number(),
    sentCount: z.number(),
    bulkInvitation: z.nullable(bulkInvitation),
  }),
  errors: {
    seats_full: [
      409,
      'There are not enough seats for all of these people. Please add seats under Billing or remove some rows.',
    ],
    nobody_to_invite: [409, 'No one on this list can be invited. Please check the list.'],
    email_not_confirmed: invitingErrors.email_not_confirmed,
    too_many_invitations: invitingErrors.too_many_invitations,
  },
  failed: ['Failed to send invitation', 'Please try again.'],
})

export const createInvitationLink = call('POST /api/organization/invitation-links', {
  ...byAdmins,
  holdsSecret: true,
  summary: 'Creates a link that many people can use; its URL is returned only once (D119).',
  body: z.object({
    ...batchFields,
    ...place,
    role: field(
      z._default(z.enum(['member', 'guest'], { error: 'A shared link can only add members and guests' }), 'member'),
      { label: 'Role' },
    ),
    maxUses: field(countField(invitationLimits.uses), { label: 'Maximum uses', help: '1 to 1,000 people' }),
    expiresInDays: days(invitationLimits.linkDays),
    emailDomain: field(z.optional(z.nullable(emailDomain)), {
      label: 'Only for this domain (optional)',
      help: 'Such as example.com. People confirm their address by email.',
    }),
  }),
  answer: z.extend(bulkInvitation, { url: z.string() }),
  status: 201,
  errors: { email_not_confirmed: invitingErrors.email_not_confirmed },
  failed: ['Failed to create the link', 'Please try again.'],
})

export const bulkInvitations = call('GET /api/organization/bulk-invitations', {
  ...byAdmins,
  summary: 'Lists the batches and shared links with their counts, newest first (D118).',
  answer: z.array(bulkInvitation),
})

const bulk_invitation_not_found = [404, 'This invitation does not exist or is no longer active.'] as const

export const resendBulkInvitation = call('POST /api/organization/bulk-invitations/:id/resend', {
  ...byAdmins,
  summary: 'Resends every open invitation of a batch, each with a new link.',
  answer: z.object({ sentCount: z.number() }),
  failed: ['Failed to send invitation', 'Please try again.'],
  errors: { bulk_invitation_not_found, ...invitingErrors },
})

export const revokeBulkInvitation = call('POST /api/organization/bulk-invitations/:id/revoke', {
  ...byAdmins,
  summary: 'Revokes a shared link, or every open invitation of a batch.',
  answer: bulkInvitation,
  done: ['Invitations Revoked', 'Their links no longer work.'],
  failed: ['Failed to revoke invitation', 'Please try again.'],
  errors: { bulk_invitation_not_found },
})
