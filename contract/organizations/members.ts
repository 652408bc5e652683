import * as z from 'zod/mini'
import { call } from '../call.ts'
import { beforeFields, changed_meanwhile } from '../changed-fields.ts'
import { field } from '../field-words.ts'
import { accessLevel, organizationRole, userCategory, byAdmins, byMembers } from './ranks.ts'
import { isoTime, shownAddress } from '../identity/people.ts'

/** A person in an organization; other members see only their name and category (D123). */
export const member = z.object({
  /** The id of the person. */
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  userCategory,
  /** The fields from here on are for the organization's admins only. */
  email: z.optional(shownAddress),
  role: z.optional(organizationRole),
  accessLevel: z.optional(accessLevel),
  joinedAt: z.optional(isoTime),
  /** Accurate to the hour. */
  lastActiveAt: z.optional(z.nullable(isoTime)),
  isActive: z.optional(z.boolean()),
  /** Minutes per calendar month; null means that only the pool limits them (D131). */
  monthlyLimitMinutes: z.optional(z.nullable(z.number())),
  /** Minutes used this calendar month (UTC), including a running conversation. */
  minutesThisMonth: z.optional(z.number()),
})

export const members = call('GET /api/organization/members', {
  ...byMembers,
  summary: 'Lists the organization’s people; members who are not admins see only names and categories (D123).',
  answer: z.array(member),
})

const wrongLimit = 'Please enter a whole number up to 100,000, or leave it empty'
const monthlyLimit = field(
  z.nullable(
    z
      .number({ error: wrongLimit })
      .check(
        z.int({ error: wrongLimit }),
        z.minimum(0, { error: wrongLimit }),
        z.maximum(100_000, { error: wrongLimit }),
      ),
  ),
  { label: 'Minutes per month', help: 'Leave it empty for no limit.' },
)
const memberChange = z.object({
  role: z.optional(organizationRole),
  accessLevel: z.optional(accessLevel),
  isActive: z.optional(z.boolean()),
  monthlyLimitMinutes: z.optional(monthlyLimit),
  before: beforeFields,
})
const member_not_found = [404, 'This person does not belong to the organization.'] as const
const last_admin = [409, 'This is the last admin. Please make someone else an admin first.'] as const

export const changeMember = call('PATCH /api/organization/members/:id', {
  ...byAdmins,
  asksProof: true,
  summary: 'Changes a member’s role, level, status or monthly limit; the last admin must remain one (D128).',
  body: memberChange,
  answer: member,
  errors: {
    member_not_found,
    last_admin,
    seats_full: [409, 'All seats are taken. Remove someone, revoke an invitation, or add seats under Billing.'],
    changed_meanwhile,
  },
  done: ['Member Updated'],
  failed: ['Failed to update member', 'No changes were saved. Please try again.'],
})

/** As many people as `members` lists. */
const mostMembers = 1000

export const changeMembers = call('PATCH /api/organization/members', {
  ...byAdmins,
  asksProof: true,
  summary:
    'Changes the role, level or monthly limit of several members: all of them or, if one cannot be changed, none (D128).',
  body: z
    .object({
      ids: z
        .array(z.uuid())
        .check(
          z.minLength(1, { error: 'Please choose at least one person' }),
          z.maxLength(mostMembers, { error: 'Please choose at most 1,000 people' }),
        ),
      role: z.optional(organizationRole),
      accessLevel: z.optional(accessLevel),
      monthlyLimitMinutes: z.optional(monthlyLimit),
    })
    .check(
      z.refine(({ ids: _ids, ...change }) => Object.values(change).some((value) => value !== undefined), {
        error: 'Please choose a role, a level or a limit',
      }),
    ),
  answer: z.object({ changedCount: z.number() }),
  errors: {
    member_not_found: [404, 'Someone you selected no longer belongs to the organization. No one was changed.'],
    last_admin: [409, 'At least one admin must stay. No one was changed.'],
  },
  failed: ['Failed to update member', 'No changes were saved. Please try again.'],
})

export const changeMemberCategory = call('PATCH /api/organization/members/:id/category', {
  ...byAdmins,
  summary: 'Changes a member’s category.',
  body: z.object({ userCategory }),
  answer: member,
  done: ['Category Updated'],
  failed: ['Failed to update user category', "The category hasn't changed. Please try again."],
  errors: { member_not_found },
})

export const removeMember = call('DELETE /api/organization/members/:id', {
  ...byAdmins,
  summary: 'Removes a member from the organization; its figures keep their conversations (D128).',
  asksProof: true,
  done: ['Member Removed', 'Their usage stays in your figures.'],
  failed: ['Failed to remove member', 'Please try again.'],
  errors: { member_not_found, last_admin },
})

export const organizationUsers = call('GET /api/organizations/:organizationId/users', {
  who: 'organization_admin',
  summary: 'Lists the people of the organization with this id, for its admins and platform admins.',
  answer: z.array(member),
})
