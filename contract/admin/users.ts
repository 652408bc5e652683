import * as z from 'zod/mini'
import { transaction } from '../billing/account.ts'
import { actKey, sortedListQuery, reasonField } from '../admin-list.ts'
import { call } from '../call.ts'
import { organizationId, organizationRole } from '../organizations/ranks.ts'
import { isoTime, roles, shownAddress, staffRoles } from '../identity/people.ts'
import { givingErrors, ownAccount, ownOrganization } from '../billing/refunds.ts'
import { payment_unavailable } from '../billing/payment-errors.ts'
import { organization_not_found, user_not_found } from '../refusals.ts'

/** The filters of the list; by default it shows everyone who is not deleted. */
export const userStates = ['active', 'inactive', 'deleted'] as const
export type UserState = (typeof userStates)[number]

/** The columns that the list can be sorted by. */
export const userColumns = ['name', 'email', 'role', 'status', 'credits', 'created'] as const

/** The number of days during which a deleted person can be restored (D143). */
export const removalWaitDays = 30

/** The most minutes that one correction can add or take away (D153). */
export const maxAdjustmentMinutes = 10_000

export const adminUser = z.object({
  id: z.string(),
  email: shownAddress,
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(roles),
  /** What a platform admin is hired for; null for everybody else. */
  staffRole: z.nullable(z.enum(staffRoles)),
  isActive: z.boolean(),
  /** Minutes of the person's own account. */
  creditBalance: z.number(),
  hasOrganizationAccess: z.boolean(),
  /** Minutes in the pool of the organization that the person joined first; null without one. */
  organizationCredits: z.nullable(z.number()),
  /** From that membership; empty without one (D150). */
  category: z.string(),
  /** Active memberships, the oldest first. */
  organizations: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      role: organizationRole,
      /** Whether this person is the only admin there. */
      isOnlyAdmin: z.boolean(),
    }),
  ),
  createdAt: isoTime,
  /** When the person was deleted; they can be restored until `erasedAt` (D143). */
  deletedAt: z.nullable(isoTime),
  /** When a deleted or leaving person will be erased (D28, D143). */
  erasedAt: z.nullable(isoTime),
})
export type AdminUser = z.output<typeof adminUser>

export const adminUsers = call('GET /api/admin/users', {
  who: 'people.read',
  summary: 'Lists all people, by name unless sorted otherwise (S459, S586, D150).',
  query: z.extend(sortedListQuery(userColumns), {
    role: z.optional(z.enum(roles)),
    status: z.optional(z.enum(userStates)),
  }),
  answer: z.array(adminUser),
})

const self_change = [409, 'You cannot change your own role or status, or delete yourself.'] as const
const last_admin = [409, 'This is the last active owner. Please make someone else an owner first.'] as const

export const setUserStatus = call('PATCH /api/admin/users/:id/status', {
  who: 'people.change',
  summary:
    'Activates or deactivates a person; deactivating signs them out and ends their conversation (S587, D14, D144).',
  body: z.object({ isActive: z.boolean({ error: 'isActive must be true or false' }) }),
  asksProof: true,
  answer: adminUser,
  errors: { user_not_found, self_change, last_admin },
  done: ['User status updated successfully'],
  failed: ['Failed to update user status', 'No changes were saved. Please try again.'],
})

export const setUserRole = call('PATCH /api/admin/users/:id/role', {
  who: 'roles.change',
  asksProof: true,
  summary: 'Changes a role; organization_admin also makes the person an admin of an organization (S588, D144, D145).',
  body: z.object({
    role: z.enum(roles, { error: 'Please choose a role' }),
    /** For admins: what they were if not given, and newcomers are owners. */
    staffRole: z.optional(z.enum(staffRoles, { error: 'Please choose a staff role' })),
    organizationId: z.optional(organizationId),
  }),
  answer: adminUser,
  errors: {
    user_not_found,
    self_change,
    last_admin,
    organization_required: [400, 'This user belongs to several organizations. Please choose one.'],
    organization_not_found,
    seats_full: [409, 'All seats in this organization are taken. Please choose another organization.'],
  },
  done: ['User role updated successfully'],
  failed: ['Failed to update user role', 'No changes were saved. Please try again.'],
})

export const deleteUser = call('DELETE /api/admin/users/:id', {
  who: 'people.change',
  summary: 'Deletes a person, who can be restored for 30 days and is then erased (S589, D143).',
  asksProof: true,
  answer: z.object({ success: z.literal(true), erasedAt: isoTime }),
  errors: { user_not_found, self_change, last_admin, payment_unavailable },
  done: ['User deleted successfully'],
  failed: ['Failed to delete user', 'The user was not deleted. Please try again.'],
})

export const restoreUser = call('POST /api/admin/users/:id/restore', {
  who: 'people.change',
  summary: 'Restores a deleted person, with the memberships that still have a seat (D143).',
  answer: adminUser,
  errors: { user_not_found },
  done: ['User Restored', 'They can sign in again.'],
  failed: ['Failed to restore user', 'The user is still deleted. Please try again.'],
})

const adjustment = z.object({
  /** Minutes to add; negative to take them away. */
  minutes: z.number({ error: 'Please enter a number of minutes' }).check(
    z.minimum(-maxAdjustmentMinutes, { error: 'Please enter at most 10,000 minutes' }),
    z.maximum(maxAdjustmentMinutes, { error: 'Please enter at most 10,000 minutes' }),
    z.multipleOf(0.01, { error: 'Please use at most two decimals' }),
    z.refine((minutes) => minutes !== 0, { error: 'Please enter a number of minutes' }),
  ),
  reason: reasonField,
  key: actKey,
})
const adjusted = z.object({ success: z.literal(true), creditBalance: z.number() })
const adjusting = {
  who: 'money.change',
  asksProof: true,
  done: ['Credits Adjusted'],
  failed: ['Failed to adjust credits', 'Please try again from this form. The credits will not be adjusted twice.'],
} as const
const key_used = [409, 'A different correction was just made. Please check the balance before you try again.'] as const
const balance_too_low = [409, 'That is more than the balance. Please enter fewer minutes.'] as const

export const adjustUserMinutes = call('POST /api/admin/users/:id/credits', {
  ...adjusting,
  body: adjustment,
  answer: adjusted,
  summary: 'Adds minutes to a person’s balance or takes them away, with a reason; never below 0 (D153).',
  errors: { user_not_found, key_used, balance_too_low, ...givingErrors, self_change: ownAccount },
})

export const adjustPoolMinutes = call('POST /api/admin/organizations/:id/credits', {
  ...adjusting,
  body: adjustment,
  answer: adjusted,
  summary: 'Adds minutes to an organization’s pool or takes them away, with a reason; never below 0 (D153).',
  params: { id: organizationId },
  errors: { organization_not_found, key_used, balance_too_low, ...givingErrors, self_change: ownOrganization },
})

/** A person's payments and refunds, newest first. */
const refundableTransactions = z.array(
  z.extend(transaction, {
    /** Dollars that can still be refunded; 0 for anything but a payment. */
    refundable: z.number(),
    /** Dollars that a refund would return which waits for approval. */
    waiting: z.number(),
  }),
)

export const userTransactions = call('GET /api/admin/users/:id/transactions', {
  who: 'money.read',
  summary: 'Lists a person’s payments and refunds, newest first (D44).',
  answer: refundableTransactions,
  errors: { user_not_found },
})

export const organizationTransactions = call('GET /api/admin/organizations/:id/transactions', {
  who: 'money.read',
  summary: 'Lists an organization’s payments and refunds, newest first (D44).',
  params: { id: organizationId },
  answer: refundableTransactions,
  errors: { organization_not_found },
})

export const organizationChoices = call('GET /api/admin/organization-choices', {
  who: 'agents.read',
  summary: 'Lists organizations by name, for menus: all of them, or only those where an act can succeed.',
  query: z.object({
    /** Only those that can be given this agent: open ones that lack it and, if it is private, may have it. */
    agentId: z.optional(z.uuid()),
    /** Only those with a seat that is neither taken nor promised. */
    hasSeat: z.optional(z.literal('true')),
  }),
  answer: z.array(z.object({ id: z.number(), name: z.string() })),
})
