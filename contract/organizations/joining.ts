import * as z from 'zod/mini'
import { call } from '../call.ts'
import { field } from '../field-words.ts'
import { organizationRole } from './ranks.ts'
import { emailField, newPasswordField } from '../identity/fields.ts'
import { isoTime, shownAddress } from '../identity/people.ts'
import { limitedLine } from '../required-text.ts'
import { common_password, too_many_attempts } from '../refusals.ts'

/** How people join an organization with a mailed or shared link (D110-D115). */

const inviteToken = z.string().check(z.minLength(1), z.maxLength(100))
const nameField = z.optional(limitedLine(100))

const invitation_not_found = [404, 'This invitation link is invalid or has expired.'] as const
const seats_full = [409, 'All seats are taken. We have told the admin.'] as const

export const invitationPage = call('GET /api/join/:uniqueLink', {
  who: 'anyone',
  summary: 'Returns the invitation behind a link, as /join/{uniqueLink} also does for JSON clients (D112).',
  answer: z.object({
    organization: z.object({
      id: z.number(),
      name: z.string(),
      industry: z.string(),
      logoUrl: z.nullable(z.string()),
      primaryColor: z.string(),
    }),
    invitation: z.object({
      title: z.string(),
      description: z.string(),
      expirationDate: isoTime,
      role: organizationRole,
      /** Whether many people can use it, instead of a single address. */
      isShared: z.boolean(),
      /** `a***@example.com`; null for a shared link. */
      maskedEmail: z.nullable(shownAddress),
      /** The person who registers with the link, which proves the address (D197); null if shared, or while signed in. */
      invited: z.nullable(z.object({ email: shownAddress, firstName: z.string(), lastName: z.string() })),
      emailDomain: z.nullable(shownAddress),
    }),
  }),
  errors: {
    invitation_not_found,
    invitation_expired: [410, 'This invitation has expired. Please ask for a new one.'],
    invitation_revoked: [410, 'This invitation was revoked. Please ask for a new one.'],
    /** For members, who need no invitation, the answer also has `organizationId` and `organizationName`. */
    invitation_used: [410, 'This invitation was already used.'],
    invitation_replaced: [410, 'We sent you a newer email about this invitation. Please use the link in that one.'],
    invitation_declined: [410, 'This invitation was declined. Please ask for a new one.'],
  },
})

const invalid_invitation = [400, 'Invalid organization ID or no pending invitation found'] as const
const organization_inactive = [409, "This organization's access has ended."] as const

/** People type the id, and links carry it as text. */
const typedId = field(
  z.coerce
    .number({ error: 'Organization ID must be a number' })
    .check(z.int({ error: 'Organization ID must be a number' })),
  { label: 'Organization ID', help: "You'll find it in your invitation, or ask your admin." },
)

export const validateOrganization = call('POST /api/auth/validate-organization', {
  who: 'anyone',
  summary:
    'Returns whether a link lets an address join an organization; without a link, mails the pending one, if any (D110).',
  body: z.object({ email: emailField, organizationId: typedId, inviteToken: z.optional(inviteToken) }),
  answer: z.object({
    valid: z.boolean(),
    organizationName: z.optional(z.string()),
    /** From the invitation, to prefill the form. */
    firstName: z.optional(z.string()),
    lastName: z.optional(z.string()),
    message: z.optional(z.string()),
  }),
  errors: { invalid_invitation, too_many_attempts },
})

export const completeOrganizationRegistration = call('POST /api/auth/complete-organization-registration', {
  who: 'anyone',
  summary: 'Creates an invited person’s account, joins the organization and signs in (D111).',
  body: z.object({
    email: emailField,
    organizationId: typedId,
    password: newPasswordField,
    /** When empty, the names of the invitation are used (D117). */
    firstName: nameField,
    lastName: nameField,
    inviteToken: z.optional(inviteToken),
  }),
  answer: z.object({ success: z.literal(true), organizationName: z.string() }),
  status: 201,
  errors: {
    invalid_invitation,
    name_required: [400, 'First name is required'],
    common_password,
    account_exists: [409, 'Please sign in to accept this invitation.'],
    organization_inactive,
    seats_full,
    too_many_attempts,
    busy: [503, 'Many people are signing up right now. Please try again in a few seconds.'],
  },
  done: ['Account Created', "You're signed in."],
  failed: ['Registration Failed', 'Failed to create account'],
})

const body = z.object({ inviteToken })

export const acceptInvitation = call('POST /api/invitations/accept', {
  who: 'person',
  summary: 'Joins the organization of a link and switches to it (D111).',
  body,
  answer: z.object({ organizationId: z.number(), organizationName: z.string(), role: organizationRole }),
  errors: {
    ...invitationPage.errors,
    /** The server's message adds the invited address, masked (D115). */
    wrong_account: [403, 'This invitation is for another address. Please switch accounts or ask for a new invitation.'],
    domain_not_allowed: [403, 'This link is for email addresses at another domain. Please ask for an invitation.'],
    email_not_confirmed: [403, 'Please confirm your email address before you join. We have sent you a link.'],
    already_member: [409, 'You are already a member of this organization.'],
    membership_ended: [403, 'Your membership has ended. Please ask an admin of the organization to add you again.'],
    organization_inactive,
    seats_full,
  },
  failed: ['Failed to join', 'No changes were made. Please try again.'],
})

export const declineInvitation = call('POST /api/invitations/decline', {
  who: 'anyone',
  summary: 'Declines a mailed invitation; a shared link is not affected.',
  body,
  errors: invitationPage.errors,
  failed: ['Failed to decline', 'The invitation is still open. Please try again.'],
})
