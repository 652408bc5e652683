import { availableAgents, organizationAgents } from '#contract/organizations/agents.ts'
import { brandedAppSettings } from '#contract/organizations/app/branded-app-settings.ts'
import { organizationBilling } from '#contract/organizations/billing.ts'
import { bulkInvitations, bulkInvite } from '#contract/organizations/bulk-invitations.ts'
import {
  organizationConversations,
  organizationMessages,
  organizationOverview,
} from '#contract/organizations/dashboard.ts'
import { invitationPage } from '#contract/organizations/joining.ts'
import { organizationDetails, userOrganizations } from '#contract/organizations/management.ts'
import { poolDebts } from '#contract/organizations/pool-debts.ts'
import { organizationSettings } from '#contract/organizations/settings.ts'
import { allConversations, organizationUsage } from '#contract/organizations/usage.ts'
import { organizationHoursSaved } from '#contract/results/hours-saved.ts'
import { organizationStepCounts } from '#contract/results/step-counts.ts'
import { as, expect, memberMe, ownerMe, page, type Page, registeredMe, server, test } from '#tests/pages.ts'
import { assigned as assignedInApp, home, serveApp } from '../pages/organizations/app/app.ts'
import { suggested } from '../pages/organizations/app/builder.ts'
import { fakeOf } from '../pages/fake-answer.ts'
import { autoPurchase, billing, serveBilling, unpaidBilling } from '../pages/organizations/billing.ts'
import { both, details, southwind } from '../pages/organizations/managed.ts'
import { batchOfTwo, judged, openDay } from '../pages/organizations/members/bulk.ts'
import { mailed, path as joinPath, serveInvitation } from '../pages/organizations/members/invitation.ts'
import { serveMembers } from '../pages/organizations/members/members.ts'
import { reachStepTwo } from '../pages/organizations/members/signup.ts'
import * as acme from '../pages/organizations/organization.ts'
import { askSeats, serveSeats } from '../pages/organizations/seats.ts'
import { talk, usage } from '../pages/organizations/usage.ts'
import { looksOf } from './look.ts'

const { acmeId, cardOf, coach, hiringPartner, mia, offered, olga, overview, overviewOfMember } = acme
const dashboard = '/organization-dashboard'

const openTab = async (page: Page, tab: string, shown: string) => {
  await page.goto(`${dashboard}?tab=${tab}`)
  await expect(page.getByRole('main')).toContainText(shown)
}

const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(page.locator('[role=dialog]:not([data-toast])')).toHaveCount(0)
}

const looks = looksOf('organizations', {
  '/organization-dashboard': [
    {
      me: ownerMe,
      serve: () => {
        acme.serveDashboard(server, {
          ...overview,
          checklist: (['agents', 'people', 'app', 'talk'] as const).map((step) => ({ step, isDone: step === 'app' })),
        })
        server.answer(organizationConversations, [talk])
        const { subject, message } = acme.minutesRequest
        const fromMia = { subject, message, fromName: 'Mia Member', isUnread: true }
        server.answer(organizationMessages, [fakeOf(organizationMessages, fromMia)])
        server.answer(availableAgents, [...offered])
        serveMembers(server, olga, mia)
        server.answer(bulkInvitations, [batchOfTwo, openDay])
        server.answer(bulkInvite, judged)
      },
      title: 'Acme Consulting',
      ready: () => expect(page.getByRole('list', { name: 'Checklist' })).toBeVisible(),
      states: {
        people: () => openTab(page, 'users', 'Mia Member'),
        'one of them': { press: ['link', /^Mia Member$/], shows: ['dialog', /^Mia Member$/] },
        'many chosen': async () => {
          await closeDialog(page)
          await page.getByRole('checkbox', { name: 'Select everyone on this page' }).click()
          await expect(page.getByText('2 selected')).toBeVisible()
          await page
            .getByRole('form', { name: 'Invite a member' })
            .getByRole('button', { name: 'Send Invitation' })
            .click()
          await expect(page.getByText('Please enter a first name')).toBeVisible()
        },
        'bulk invitations': {
          at: `${dashboard}?tab=bulk`,
          fill: { People: 'ada@example.com' },
          press: 'Review List',
          shows: 'This address appears twice.',
        },
        'a shared link': async () => {
          await page.goto(`${dashboard}?tab=bulk`)
          await page.getByRole('button', { name: 'Create a Shared Link' }).click()
          await page.getByRole('dialog').getByLabel('Maximum uses').fill('1001')
          await page.getByRole('dialog').getByRole('button', { name: 'Create Link' }).click()
          await expect(page.getByText('Please enter a number from 1 to 1,000')).toBeVisible()
        },
      },
      tag: ['@D126'],
    },
    {
      at: `${dashboard}?tab=agents`,
      me: ownerMe,
      serve: () => {
        acme.serveDashboard(server)
        server.answer(organizationAgents, [hiringPartner, { ...coach, customInstructions: 'Speak of our products.' }])
        server.answer(availableAgents, [...offered])
        server.answer(brandedAppSettings, suggested)
        server.answer(organizationUsage, usage)
        server.answer(allConversations, [talk])
        const counted = { savedMinutes: 1500, answers: 21, people: 7 }
        const ofCoach = { agentId: coach.agentId, agentName: 'Mindset Coach', savedMinutes: 1020, answers: 12 }
        server.answer(organizationHoursSaved, ({ query: { month } }) =>
          fakeOf(organizationHoursSaved, { month, conversations: 52, counted, hasWaiting: true, agents: [ofCoach] }),
        )
        server.answer(
          organizationStepCounts,
          fakeOf(organizationStepCounts, { counted: { open: 14, done: 9, people: 5 } }),
        )
      },
      title: 'Acme Consulting',
      ready: () => expect(page.getByText('With custom instructions')).toBeVisible(),
      states: {
        'adding agents': async () => {
          await page.getByRole('button', { name: 'Add Agents' }).click()
          const dialog = page.getByRole('dialog', { name: 'Add Agents' })
          await dialog.getByRole('button', { name: 'Add Selected' }).click()
          await expect(dialog.getByText('Please select at least one agent')).toBeVisible()
        },
        'the app': async () => {
          await openTab(page, 'pwa', 'Publishing costs')
          await expect(page.getByRole('textbox', { name: 'App name', exact: true })).toBeVisible()
        },
        usage: () => openTab(page, 'usage', 'They added 23 next steps'),
        'as a table': { press: 'Show as Table', shows: ['table', 'Minutes per agent'] },
        sessions: () => openTab(page, 'usage&view=conversations', '0:30'),
      },
      tag: ['@D135', '@D184'],
    },
    {
      at: `${dashboard}?tab=billing`,
      me: ownerMe,
      serve: () => {
        serveBilling(server, {
          ...billing,
          autoPurchase: {
            ...autoPurchase,
            problem: 'Your bank wants you to confirm this payment.',
            checkoutId: '0e000000-0000-4000-8000-000000000005',
          },
        })
        server.answer(poolDebts, [
          fakeOf(poolDebts, { amount: 12.5, description: 'Minutes used from a disputed payment' }),
        ])
        serveSeats(server)
        server.answer(organizationSettings, acme.settings)
      },
      title: 'Acme Consulting',
      ready: () => expect(page.getByRole('button', { name: 'Pay $12.50' })).toBeVisible(),
      states: {
        seats: async () => {
          await askSeats(page, 7)
          await expect(page.getByRole('dialog').getByRole('button', { name: 'Pay $5.60' })).toBeVisible()
        },
        cancelling: async () => {
          await closeDialog(page)
          await cardOf(page, 'Subscription').getByRole('button', { name: 'Cancel Subscription' }).click()
          await expect(page.getByRole('alertdialog')).toBeVisible()
        },
        'never paid': async () => {
          server.answer(organizationBilling, unpaidBilling)
          await openTab(page, 'billing', 'No billing data available')
        },
        settings: async () => {
          // A light color of the organization: text on it is dark.
          server.answer(organizationOverview, { ...overview, primaryColor: '#fde68a', secondaryColor: '#fef3c7' })
          server.answer(organizationBilling, billing)
          await openTab(page, 'settings', 'Archive Organization')
          await expect(page.getByRole('form', { name: 'Profile' })).toBeVisible()
        },
        archiving: async () => {
          await cardOf(page, 'Archive Organization').getByRole('button').click()
          await expect(page.getByRole('dialog', { name: 'Archive Acme Consulting?' })).toBeVisible()
        },
        'of a member': async () => {
          as(memberMe)
          server.answer(organizationOverview, { ...overviewOfMember, ownMinutesThisMonth: 4, ownLimitMinutes: 4 })
          const paused = { ...hiringPartner, agent: { ...hiringPartner.agent, isActive: false } }
          server.answer(organizationAgents, [coach, paused])
          await page.goto(dashboard)
          await expect(page.getByText('Your minutes for this month are used up', { exact: true })).toBeVisible()
        },
      },
      tag: ['@D44', '@D109', '@D131', '@D136'],
    },
  ],
  '/organizations': {
    me: ownerMe,
    serve: () => {
      server.answer(userOrganizations, both)
      server.answer(organizationDetails, ({ params }) =>
        params.organizationId === String(acmeId) ? details : southwind,
      )
      serveMembers(server, mia, olga)
      server.answer(organizationAgents, [coach])
      server.answer(availableAgents, [...offered])
    },
    ready: () => expect(page.getByRole('table', { name: 'Members' })).toBeVisible(),
    states: {
      leaving: { at: '/organizations?tab=overview', press: /^Leave Organization$/, shows: ['alertdialog'] },
      agents: async () => {
        await page.getByRole('button', { name: 'Stay' }).click()
        await page.getByRole('tab', { name: 'Agents' }).click()
        await expect(page.getByRole('list', { name: 'Assigned agents' })).toBeVisible()
      },
      branding: async () => {
        await page.getByRole('tab', { name: 'Branding' }).click()
        await expect(page.getByRole('tab', { name: 'Branding', selected: true })).toBeVisible()
      },
      none: async () => {
        as(registeredMe)
        server.answer(userOrganizations, [])
        await page.goto('/organizations')
        await expect(page.getByText("You don't belong to an organization yet")).toBeVisible()
      },
    },
  },
  '/organization-signup': {
    ready: async () => {
      await page.getByRole('button', { name: 'Verify Invitation' }).click()
      await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
    },
    states: {
      'the second step': async () => {
        await reachStepTwo()
        await page.getByRole('button', { name: 'Create Account' }).click()
        await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
      },
    },
  },
  '/join/:uniqueLink': {
    at: joinPath,
    serve: () =>
      serveInvitation(server, {
        ...mailed.invitation,
        expirationDate: new Date(Date.now() + 2 * 86_400_000).toISOString(),
      }),
    ready: () => expect(page.getByText('Expires Soon')).toBeVisible(),
    states: {
      'a wrong account': { me: { ...registeredMe, email: 'otto@example.com' }, shows: ['button', 'Switch Account'] },
      'a dead link': { serve: () => server.refuse(invitationPage, 'invitation_not_found'), shows: ['alert'] },
    },
  },
  '/o/:slug': {
    at: home,
    serve: () => serveApp(server),
    title: 'App of Acme Consulting',
    ready: () => expect(page.getByRole('link', { name: 'Start Conversation: Mindset Coach' })).toBeVisible(),
  },
  '/o/:slug/agents': {
    at: `${home}agents`,
    me: memberMe,
    serve: () => {
      serveApp(server)
      server.answer(organizationAgents, assignedInApp)
    },
    ready: () => expect(page.getByRole('article', { name: 'Mindset Coach' })).toBeVisible(),
    states: {
      'asking for an agent': async () => {
        await page.getByRole('button', { name: 'Request an Agent' }).click()
        const form = page.getByRole('form', { name: 'Request an Agent' })
        await form.getByRole('button', { name: 'Send' }).click()
        await expect(form.getByText('This is required')).toHaveCount(2)
      },
      'of a stranger': { me: registeredMe, at: `${home}agents`, shows: ['link', 'Ask for an Invitation'] },
    },
  },
})

for (const look of looks) test(...look)
