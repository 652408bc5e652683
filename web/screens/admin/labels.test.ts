import * as overviewRows from '#contract/admin/overview-rows.ts'
import * as overview from '#contract/admin/overview.ts'
import { describe, expect, it } from 'vitest'
import * as adminAgents from '#contract/agents/admin-agents.ts'
import * as adminVoices from '#contract/agents/admin-voices.ts'
import * as requests from '#contract/agents/requests.ts'
import { actTargets } from '#contract/audit/acts.ts'
import { packages, packageTiers } from '#contract/billing/prices.ts'
import { endReasons } from '#contract/conversations/voice-socket.ts'
import { debtStates } from '#contract/admin/debts.ts'
import { disputeStates } from '#contract/admin/disputes.ts'
import { findingKinds, findingStates } from '#contract/admin/findings.ts'
import * as payments from '#contract/admin/payments.ts'
import { lineKinds } from '#contract/admin/timeline.ts'
import { inboxStates } from '#contract/messages/inbox.ts'
import { mailKinds } from '#contract/messages/mail-kinds.ts'
import { roles, staffRoles } from '#contract/identity/people.ts'
import { staffRoleNames } from '#contract/identity/staff.ts'
import { messagePriorities, teamMessageTypes } from '#contract/messages/admin-messages.ts'
import { agentTypes, minuteOffers, minutePackages } from '#contract/organizations/prices.ts'
import * as ranks from '#contract/organizations/ranks.ts'
import { socialSites } from '#contract/settings/platform.ts'
import { statusNames } from '#web/screens/agents/requests/request-status.tsx'
import { nameSubscription } from '#web/screens/billing/subscription/subscription-badge.tsx'
import { endings } from '#web/screens/conversations/voice/words.ts'
import * as messages from '#web/screens/messages/labels.ts'
import * as organizations from '#web/screens/organizations/labels.ts'
import { stateNames as inboxStateNames } from './communications/inbox-list.tsx'
import * as lines from './customers/line-words.ts'
import * as admin from './labels.ts'
import { disputeNames } from './payments/words.ts'
import { findingNames, findingStateNames } from './payments/words.ts'
import * as paymentWords from './payments/words.ts'
import * as rowTitles from './overview/chosen-rows.ts'
import * as overviewWords from './overview/words.ts'
import { siteNames } from './settings/settings.tsx'

/** Stored values are keys; people read words. */

type Names = Readonly<Record<string, string | { label: string } | { name: string }>>

/** The lists of stored values in the contract, each with its words. */
const named: Record<string, [values: readonly string[], names: Names]> = {
  roles: [roles, admin.roleNames],
  staffRoles: [staffRoles, staffRoleNames],
  actTargets: [actTargets, admin.targetNames],
  adminPaymentKinds: [payments.adminPaymentKinds, paymentWords.kindNames],
  adminPaymentStates: [payments.adminPaymentStates, paymentWords.stateNames],
  stripeStates: [payments.stripeStates, paymentWords.stripeNames],
  debtStates: [debtStates, paymentWords.debtNames],
  disputeStates: [disputeStates, disputeNames],
  findingKinds: [findingKinds, findingNames],
  findingStates: [findingStates, findingStateNames],
  syncStates: [adminAgents.syncStates, admin.syncNames],
  voiceStates: [adminVoices.voiceStates, admin.voiceNames],
  socialSites: [socialSites, siteNames],
  requestPriorities: [requests.requestPriorities, requests.priorityNames],
  requestStatuses: [requests.requestStatuses, statusNames],
  packageTiers: [packageTiers, packages],
  endReasons: [endReasons, endings],
  teamMessageTypes: [teamMessageTypes, messages.typeNames],
  messagePriorities: [messagePriorities, messages.priorityNames],
  agentTypes: [agentTypes, organizations.agentTypeNames],
  minutePackages: [minutePackages, minuteOffers],
  organizationRoles: [ranks.organizationRoles, organizations.roleNames],
  accessLevels: [ranks.accessLevels, organizations.levelNames],
  inboxStates: [inboxStates, inboxStateNames],
  lineKinds: [lineKinds, lines.kindNames],
  mailKinds: [mailKinds, lines.mailNames],
  incomeKinds: [overview.incomeKinds, overviewWords.moneyWords],
  moneyBackKinds: [overview.moneyBackKinds, overviewWords.moneyWords],
  moneyKinds: [overview.moneyKinds, overviewWords.moneyWords],
  minuteChoices: [overviewRows.minuteChoices, rowTitles.minuteTitles],
  moneyChoices: [overviewRows.moneyChoices, rowTitles.moneyTitles],
  outcomeChoices: [overviewRows.outcomeChoices, rowTitles.outcomeTitles],
  subscriptionChoices: [overviewRows.subscriptionChoices, rowTitles.subscriptionTitles],
  unchargedOutcomes: [overview.unchargedOutcomes, overviewWords.outcomeWords],
}

/** A schema in the contract, not a list. */
const statuses: [readonly string[], Names] = [ranks.subscriptionStatus.options, organizations.statusNames]

/** Lists of values without words of their own, by the reason. */
const unnamed: Record<string, string> = {
  'sentences of "Explain this charge", whose types demand them': 'freeReasons minuteKinds',
  'titles of lines, whose types demand them': 'securityEvents accountEventKinds subscriptionEventKinds',
  'words or sentences of one screen, which its type demands':
    'refundRequestStates checkOutcomes criteria documentKinds documentStates serviceNames serviceStates setupSteps waitingKinds',
  'shown as other words: delivered or not; in progress, a duration or not charged': 'mailOutcomes conversationStatuses',
  'shown as acts, a box or nothing': 'proposalStates',
  'a part of another list': 'resendableMails stoppableKinds actSubjectKinds settableStatuses',
  'a filter, which names its own options': 'userStates organizationFilters threadBoxes inboxBoxes',
  'never shown: only open invitations are, who may make a call, and counted as shares':
    'invitationStatuses organizationWhos judgements',
  'never shown: what a list is sorted by':
    'adminPaymentColumns userColumns organizationColumns requestColumns agentColumns inboxColumns threadColumns',
}

/** Returns whether it is a list of stored values; words and numbers are none. */
function isListOfKeys(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' && /^[a-z][a-z_ -]*$/.test(item))
}

describe('stored values are words for people', () => {
  it.each([...Object.entries(named), ['subscriptionStatus', statuses] as const])('%s', (_, [values, names]) => {
    const words = values.map((value) => {
      const found = names[value] ?? ''
      return typeof found === 'string' ? found : 'label' in found ? found.label : found.name
    })
    for (const word of words) expect(word).toMatch(/^[A-Z][^_]*$/)
    expect(new Set(words).size).toBeGreaterThanOrEqual(values.length - 1)
  })

  it('each list of the contract has words, or a reason to have none', () => {
    const modules = import.meta.glob<Record<string, unknown>>(['/contract/**/*.ts', '!**/*.test.ts'], { eager: true })
    const lists = Object.values(modules).flatMap((values) =>
      Object.entries(values).flatMap(([name, value]) => (isListOfKeys(value) ? [name] : [])),
    )
    const without = Object.values(unnamed).flatMap((names) => names.split(' '))
    expect([...new Set(lists)].toSorted()).toEqual([...Object.keys(named), ...without].toSorted())
  })

  it.each([
    ['active', 'Active'],
    ['past_due', 'Past due'],
    ['incomplete_expired', 'Expired'],
    ['something_new', 'Inactive'],
    [null, 'Inactive'],
  ])('the subscription status %s is %s (S177, D8)', (status, words) => {
    expect(nameSubscription(status)).toBe(words)
  })
})
