import * as z from 'zod/mini'
import { call, pageQuery } from '../call.ts'
import { byAdmins, byGuests, organizationBrand, organizationQuery, organizationRole } from './ranks.ts'
import { isoTime } from '../identity/people.ts'
import { conversationStatuses } from '../conversations/voice.ts'

/** What a new organization sets up, in this order: whom to talk to, who talks, its own app, and the first conversation. */
export const setupSteps = ['agents', 'people', 'app', 'talk'] as const
export type SetupStep = (typeof setupSteps)[number]

/** The figures on an organization's dashboard. */
export const organizationOverview = call('GET /api/organization/dashboard', {
  ...byGuests,
  summary: 'Returns the organization, the person’s role in it, and its dashboard figures (D123, D134).',
  answer: z.object({
    ...organizationBrand,
    /** Whether its people can talk and change things (D129, D130). */
    givesAccess: z.boolean(),
    /** The role of the person who makes the call; platform admins have the role admin. */
    role: organizationRole,
    totalMembers: z.number(),
    maxUsers: z.number(),
    /** Minutes in the pool. */
    creditBalance: z.number(),
    activeAgents: z.number(),
    /** Minutes used this calendar month (UTC); for its admins only. */
    monthlyUsage: z.optional(z.number()),
    /**
     * What there is to set up, for its admins only; without the app unless it was bought or granted, and missing when
     * everything is done or an admin has dismissed it.
     */
    checklist: z.optional(z.array(z.object({ step: z.enum(setupSteps), isDone: z.boolean() }))),
    /** Minutes that the person used this month, and their limit; null means that only the pool limits them (D131). */
    ownMinutesThisMonth: z.number(),
    ownLimitMinutes: z.nullable(z.number()),
  }),
})

export const dismissChecklist = call('POST /api/organization/checklist/dismiss', {
  ...byAdmins,
  summary: 'Hides the checklist of a new organization from all of its admins.',
  failed: ['Failed to dismiss the checklist', 'Please try again.'],
})

/** A conversation in the organization: the person, the agent and the length, never the words (D135, D189). */
export const organizationSession = z.object({
  id: z.string(),
  userId: z.string(),
  userName: z.string(),
  agentId: z.string(),
  agentName: z.string(),
  agentImageUrl: z.nullable(z.string()),
  /** The time charged, or charged so far while it runs: minutes with four decimals, and the same in whole seconds. */
  duration: z.number(),
  durationSeconds: z.number(),
  startedAt: isoTime,
  endedAt: z.nullable(isoTime),
  status: z.enum(conversationStatuses),
})

export const organizationConversations = call('GET /api/organization/sessions', {
  who: 'organization_guest',
  summary:
    'Lists the organization’s conversations, newest first; people who are not its admins see only their own (D123, D135).',
  query: z.extend(organizationQuery, {
    ...pageQuery.shape,
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000))),
  }),
  answer: z.array(organizationSession),
})

/** A member's message to the admins. */
export const organizationMessage = z.object({
  id: z.string(),
  /** The first message of its thread; null if this is the first. */
  inReplyTo: z.nullable(z.string()),
  fromName: z.string(),
  isOwn: z.boolean(),
  isUnread: z.boolean(),
  subject: z.string(),
  message: z.string(),
  createdAt: isoTime,
})

export const organizationMessages = call('GET /api/organization/messages', {
  ...byAdmins,
  summary: 'Lists the latest messages to the organization’s admins; empty for platform admins (D64).',
  answer: z.array(organizationMessage),
})
