import * as z from 'zod/mini'
import { givenText, reasonField } from '../admin-list.ts'
import { givingErrors } from '../billing/refunds.ts'
import { call } from '../call.ts'
import { field } from '../field-words.ts'
import { isoTime, shownAddress } from '../identity/people.ts'
import { organizationId, organizationRole } from '../organizations/ranks.ts'
import { adminOrganization } from './organizations.ts'
import { timelinePage, timelineQuery } from './timeline.ts'
import { adminUser, maxAdjustmentMinutes } from './users.ts'
import { organization_not_found, user_not_found } from '../refusals.ts'

/** The page of one customer: who they are, what they pay, and everything that happened. */

const organizationParams = { id: organizationId }

/** Seconds, exact to the millisecond. */
const balance = z.object({
  month: z.number(),
  monthEndsAt: z.nullable(isoTime),
  purchased: z.number(),
  /** Held for live conversations. */
  held: z.number(),
})

const plan = z.object({
  name: z.string(),
  /** `ends`: canceled, at the end of the paid month; `grace`: unpaid, and access continues for now. */
  state: z.enum(['renews', 'ends', 'grace', 'ended']),
  /** When it renews or ends, or when the grace period is over. */
  at: z.nullable(isoTime),
  /** Dollars of the next charge, as agreed (D181); null when nothing will be charged. */
  nextCharge: z.nullable(z.number()),
})
export type CustomerPlan = z.output<typeof plan>

const autoPurchase = z.object({
  isOn: z.boolean(),
  packageName: z.nullable(z.string()),
  /** Dollars, and minutes that the package gives. */
  price: z.nullable(z.number()),
  minutes: z.nullable(z.number()),
  belowMinutes: z.number(),
  /** Dollars a month at most. */
  monthlyLimit: z.number(),
  /** Why the last purchase failed: a decline code, or `cap`. */
  problem: z.nullable(z.string()),
})
export type CustomerAutoPurchase = z.output<typeof autoPurchase>

const debt = z.object({ id: z.string(), amount: z.number(), createdAt: isoTime })

const liveConversation = z.object({
  id: z.string(),
  agentName: z.string(),
  person: z.object({ id: z.string(), name: z.string() }),
  startedAt: isoTime,
})

export const customerNote = z.object({
  id: z.string(),
  text: z.string(),
  author: z.string(),
  isOwn: z.boolean(),
  createdAt: isoTime,
})
export type CustomerNote = z.output<typeof customerNote>

/** What a person and an organization have in common. */
const common = {
  balance,
  plan: z.nullable(plan),
  autoPurchase: z.nullable(autoPurchase),
  debts: z.array(debt),
  live: z.array(liveConversation),
  notes: z.array(customerNote),
}

export const customer = call('GET /api/admin/users/:id', {
  who: 'people.read',
  summary: 'Returns one person: who they are, plan, balance, devices and notes of the team.',
  answer: z.object({
    ...common,
    id: z.string(),
    /** Null for a person whose data was erased (D28). */
    user: z.nullable(adminUser),
    erasedAt: z.nullable(isoTime),
    isEmailConfirmed: z.boolean(),
    createdAt: isoTime,
    /** Since when signing in takes a code; null when it does not (D27). */
    twoFactorSince: z.nullable(isoTime),
    /** Signed-in browsers, the last used one first. */
    devices: z.array(z.object({ browser: z.nullable(z.string()), firstSeenAt: isoTime, lastSeenAt: isoTime })),
  }),
  errors: { user_not_found },
})

export const customerTimeline = call('GET /api/admin/users/:id/timeline', {
  who: 'people.read',
  summary: 'Returns everything that happened to one person, newest first, a page at a time.',
  query: timelineQuery,
  answer: timelinePage,
  errors: { user_not_found },
})

export const organizationCustomer = call('GET /api/admin/organizations/:id', {
  who: 'people.read',
  summary: 'Returns one organization: plan, seats, pool, members and notes of the team.',
  params: organizationParams,
  answer: z.object({
    ...common,
    organization: adminOrganization,
    members: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        email: shownAddress,
        role: organizationRole,
        isActive: z.boolean(),
        joinedAt: isoTime,
      }),
    ),
  }),
  errors: { organization_not_found },
})

export const organizationTimeline = call('GET /api/admin/organizations/:id/timeline', {
  who: 'people.read',
  summary: 'Returns everything that happened to one organization, newest first, a page at a time.',
  params: organizationParams,
  query: timelineQuery,
  answer: timelinePage,
  errors: { organization_not_found },
})

const conversation_not_found = [404, 'This conversation does not exist.'] as const

export const creditConversation = call('POST /api/admin/conversations/:id/credit', {
  who: 'money.change',
  asksProof: true,
  summary: 'Gives back time that a conversation was charged, once, with a reason (D153).',
  body: z.object({
    /** Whole seconds, at most what was charged and not given back yet. */
    seconds: z
      .int({ error: 'Please enter whole seconds' })
      .check(
        z.minimum(1, { error: 'Please enter at least one second' }),
        z.maximum(maxAdjustmentMinutes * 60, { error: 'Please enter at most 10,000 minutes' }),
      ),
    reason: reasonField,
  }),
  failed: ['Failed to give time back', 'Please try again. The time will not be given back twice.'],
  answer: z.object({ success: z.literal(true), creditBalance: z.number() }),
  errors: {
    conversation_not_found,
    conversation_live: [409, 'This conversation is still live. Please end it first.'],
    already_credited: [409, 'Time was already given back for this conversation.'],
    too_much: [400, 'That is more than this conversation was charged.'],
    ...givingErrors,
  },
})

export const endLiveConversation = call('POST /api/admin/conversations/:id/end', {
  who: 'people.change',
  summary: 'Ends a live conversation, which is charged up to that second.',
  failed: ['Failed to end the conversation', 'It may still be live. Please try again.'],
  answer: z.object({ success: z.literal(true), chargedSeconds: z.number() }),
  errors: { conversation_not_found, conversation_over: [409, 'This conversation has already ended.'] },
})

export const endSubscription = call('POST /api/admin/users/:id/end-subscription', {
  who: 'money.change',
  summary:
    'Ends a person’s subscription with its paid month, or at once while a payment is overdue; repeating it changes nothing (D206).',
  asksProof: true,
  body: z.object({ reason: reasonField }),
  failed: ['Failed to end the subscription', 'It goes on. Please try again on the customer’s page.'],
  answer: z.object({
    success: z.literal(true),
    /** When access ends; null when it has ended. */
    accessEndsAt: z.nullable(isoTime),
  }),
  errors: {
    user_not_found,
    no_subscription: [409, 'This person has no running subscription.'],
    payment_unavailable: [503, 'Stripe cannot be reached. The subscription goes on. Please try again in a minute.'],
  },
})

export const signOutCustomer = call('POST /api/admin/users/:id/sign-out', {
  who: 'people.change',
  summary: 'Signs a person out in every browser.',
  asksProof: true,
  done: ['Signed Out Everywhere'],
  failed: ['Failed to sign out', 'Nobody was signed out. Please try again.'],
  errors: { user_not_found, self_change: [409, 'To sign out your own devices, please use your profile.'] },
})

export const resendMail = call('POST /api/admin/mails/:id/resend', {
  who: 'people.change',
  summary: 'Sends a receipt, a confirmation of the address, an invitation or a setup link again, with a new secret.',
  done: ['Email Sent'],
  failed: ['Failed to send the email', 'Nothing was sent. Please try again.'],
  errors: {
    mail_not_found: [404, 'This mail does not exist.'],
    not_resendable: [409, 'This mail cannot be sent again.'],
    no_longer_needed: [409, 'This is already done, so there is nothing to send.'],
    sent_too_often: [429, 'This mail was sent too often. Please try again later.'],
    too_many_invitations: [
      429,
      'This organization can send 10 invitations a day until it buys a package. Please try again tomorrow.',
    ],
  },
})

const newNote = z.object({
  text: field(givenText('Please write a note', 2000), { label: 'New note', kind: 'area', rows: 2 }),
})
const adding = {
  who: 'people.change',
  done: ['Note Added'],
  failed: ['Failed to add the note', 'The note was not saved. Please try again.'],
  status: 201,
} as const

export const addCustomerNote = call('POST /api/admin/users/:id/notes', {
  ...adding,
  body: newNote,
  answer: customerNote,
  summary: 'Adds a note about a person that only the team sees.',
  errors: { user_not_found },
})

export const addOrganizationNote = call('POST /api/admin/organizations/:id/notes', {
  ...adding,
  body: newNote,
  answer: customerNote,
  summary: 'Adds a note about an organization that only the team sees.',
  params: organizationParams,
  errors: { organization_not_found },
})

export const deleteCustomerNote = call('DELETE /api/admin/notes/:id', {
  who: 'people.change',
  summary: 'Deletes a note that the admin wrote.',
  done: ['Note Deleted'],
  failed: ['Failed to delete the note', 'The note is still there. Please try again.'],
  errors: { note_not_found: [404, 'This note does not exist, or a colleague wrote it.'] },
})
