import type { Locator, Page } from '@playwright/test'
import type { Answer } from '#contract/call.ts'
import { communications } from '#contract/messages/messages.ts'
import { availableAgents, organizationAgents } from '#contract/organizations/agents.ts'
import {
  organizationMessages,
  organizationOverview,
  organizationConversations,
} from '#contract/organizations/dashboard.ts'
import { members } from '#contract/organizations/members.ts'
import type { organizationSettings } from '#contract/organizations/settings.ts'
import type { AccessLevel } from '#contract/organizations/ranks.ts'
import type { FakeServer } from '../fake-server.ts'
import { memberMe, ownerMe } from '../people.ts'
import { fakeOf } from '../fake-answer.ts'

/** Acme Consulting as its people see it: Olga Owner runs it, Mia Member belongs to it. */

export const acmeId = 100_001

/** What its admin reads of it; 42 minutes in the pool. */
export const overview = fakeOf(organizationOverview, {
  id: acmeId,
  name: 'Acme Consulting',
  slug: 'acme-consulting',
  primaryColor: '#0f766e',
  secondaryColor: '#134e4a',
  isActive: true,
  subscriptionStatus: 'active',
  givesAccess: true,
  role: 'admin',
  totalMembers: 2,
  maxUsers: 5,
  creditBalance: 42,
  activeAgents: 1,
  monthlyUsage: 3,
})

const { monthlyUsage: _ofAdmins, ...forEverybody } = overview

/** What Mia reads of it. */
export const overviewOfMember = { ...forEverybody, role: 'member' } satisfies Answer<typeof organizationOverview>

export const olga = fakeOf(members, {
  id: ownerMe.id,
  firstName: 'Olga',
  lastName: 'Owner',
  userCategory: 'Members',
  email: ownerMe.email,
  role: 'admin',
  accessLevel: 'standard',
  joinedAt: '2026-05-04T08:00:00.000Z',
  lastActiveAt: '2026-11-20T09:00:00.000Z',
  isActive: true,
})

export const mia = {
  ...olga,
  id: memberMe.id,
  firstName: 'Mia',
  lastName: 'Member',
  email: memberMe.email,
  role: 'member',
  minutesThisMonth: 1.5,
} satisfies Answer<typeof members>[number]

export const coach = fakeOf(organizationAgents, {
  id: '0a000000-0000-4000-8000-000000000001',
  organizationId: acmeId,
  agentId: '0b000000-0000-4000-8000-000000000001',
  accessLevel: 'standard',
  assignedAt: '2026-05-05T08:00:00.000Z',
  addedAt: '2026-05-05T08:00:00.000Z',
  isActive: true,
  agent: {
    name: 'Mindset Coach',
    description: 'Helps you look at a hard week from another side.',
    category: 'Personal Growth',
    isActive: true,
    sessionCount: 12,
  },
})

export const hiringPartner = {
  ...coach,
  id: '0a000000-0000-4000-8000-000000000002',
  agentId: '0b000000-0000-4000-8000-000000000002',
  agent: { ...coach.agent, name: 'Hiring Partner', category: 'Business', sessionCount: 1 },
} satisfies Answer<typeof organizationAgents>[number]

function offer(number: number, name: string) {
  const id = `0b000000-0000-4000-8000-00000000010${number}`
  return fakeOf(availableAgents, { id, name, description: 'Answers your people.', category: 'Business' })
}

/** Agents that Acme may have and does not have yet. */
export const offered = [
  offer(1, 'Career Guide'),
  offer(2, 'Customer Care Coach'),
  offer(3, 'Difficult Conversations'),
  offer(4, 'Fitness Companion'),
  offer(5, 'Language Partner'),
  offer(6, 'Presentation Trainer'),
  offer(7, 'Sales Sparring'),
  offer(8, 'Travel Planner'),
] as const

/** One of the offered agents, assigned. */
export function assigned(agent: (typeof offered)[number], accessLevel: AccessLevel) {
  const { id: agentId, name, category } = agent
  const id = agentId.replace('0b', '0a')
  return { ...coach, id, agentId, accessLevel, agent: { ...coach.agent, name, category } }
}

export const visa = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 }

export const settings = {
  name: 'Acme Consulting',
  description: 'We advise.',
  contactEmail: ownerMe.email,
  websiteUrl: null,
  allowsTranscripts: true,
  allowsMemory: true,
} satisfies Answer<typeof organizationSettings>

/** What Mia sends to the admins, as she has it. */
export const minutesRequest = fakeOf(communications, {
  id: '11000000-0000-4000-8000-000000000001',
  fromUserId: memberMe.id,
  audience: 'organization',
  subject: 'Request for minutes',
  message: "I'd like to keep talking with our agents. Could you add minutes to our pool?",
  messageType: 'minutes_request',
  priority: 'normal',
  isOwn: true,
  createdAt: '2026-11-20T10:00:00.000Z',
})

/** Answers what the dashboard of an admin reads before a tab is opened, with an empty first tab. */
export function serveDashboard(server: FakeServer, shown: Answer<typeof organizationOverview> = overview): void {
  server.answer(organizationOverview, shown)
  server.answer(organizationConversations, [])
  server.answer(organizationMessages, [])
}

export function cardOf(page: Page, name: string): Locator {
  return page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })
}
