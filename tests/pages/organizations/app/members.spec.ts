import { communications, sendMessage } from '#contract/messages/messages.ts'
import { organizationAgents } from '#contract/organizations/agents.ts'
import { switchOrganization } from '#contract/organizations/organizations.ts'
import {
  alone,
  as,
  closeToasts,
  contextOf,
  expect,
  expectOneToast,
  memberMe,
  ownerMe,
  page,
  registeredMe,
  server,
  tagged,
  test,
  toastOf,
} from '#tests/pages.ts'
import { acmeApp, assigned, home, serveApp } from './app.ts'

/** /o/{slug}/agents: where members talk. */

// No worker exists here.
test.use({ expectedNoise: /when fetching the script/ })

const agents = '/o/acme-consulting/agents'

test('a member who works elsewhere switches to this organization and finds its agents (D122, D141)', async () => {
  const acme = contextOf(memberMe)
  const elsewhere = { ...memberMe, organizationId: 100_002, organizationName: 'Southwind' }
  as(elsewhere, {
    ...contextOf(elsewhere),
    memberships: [...acme.memberships, ...contextOf(elsewhere).memberships],
  })
  serveApp(server)
  server.answer(organizationAgents, assigned)
  server.answer(switchOrganization, () => {
    as(memberMe)
    return acme
  })
  const release = server.hold(switchOrganization)
  await page.goto(home)
  await page.getByRole('navigation', { name: 'App' }).getByRole('link', { name: 'My Agents' }).click()
  await expect(page.getByText('Opening App of Acme Consulting…')).toBeAttached()
  expect(server.asked(organizationAgents)).toEqual([])
  release()
  await expect(page.getByRole('article', { name: 'Mindset Coach' })).toBeVisible()
  expect(server.asked(switchOrganization).map(({ body }) => body)).toEqual([{ organizationId: 100_001 }])
  expect(server.asked(organizationAgents)[0]?.query).toEqual({ organizationId: 100_001 })
})

test('the app of an ended organization says so, too, and its agents do not look usable (D129, D141)', async () => {
  as({ ...ownerMe, hasAccess: false, hasOrganizationAccess: false })
  serveApp(server, { ...acmeApp, isPublished: false })
  server.answer(organizationAgents, assigned)
  const main = page.getByRole('main')
  await page.goto(agents)
  const card = main.getByRole('article', { name: 'Mindset Coach' })
  await expect(card).toContainText('Not available')
  await expect(card.getByRole('button')).toHaveCount(0)
  await expect(main.getByText("Your organization's access has ended.")).toBeVisible()
  await expect(main.getByRole('link', { name: 'Reactivate' })).toHaveAttribute(
    'href',
    '/organization-dashboard?tab=billing',
  )
  await expect(main.getByText('This is a draft')).toHaveCount(0)
})

test('a failed switch says so, with one toast, and can be tried again', tagged('S249 D122'), async () => {
  const acme = contextOf(memberMe)
  as({ ...registeredMe, hasAccess: true }, { ...alone, isMember: true, memberships: acme.memberships })
  serveApp(server)
  server.answer(organizationAgents, assigned)
  server.break(switchOrganization)
  await page.goto(agents)
  await expect(page.getByRole('alert')).toContainText('We could not open App of Acme Consulting')
  await expectOneToast(page, 'Failed to switch')
  server.answer(switchOrganization, () => {
    as(memberMe)
    return acme
  })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('article', { name: 'Mindset Coach' })).toBeVisible()
})

test('a member asks for an agent and sends feedback, and both reach the admins', tagged('D64 D141'), async () => {
  as(memberMe)
  serveApp(server)
  server.answer(organizationAgents, assigned)
  server.answer(communications, [])
  server.answer(sendMessage, ({ body: { subject, message } }) => ({
    id: '9d4c7f8e-0001-4a61-8f0e-6f2f3b1c0001',
    fromUserId: memberMe.id,
    audience: 'organization' as const,
    toUserId: null,
    subject,
    message,
    messageType: 'general',
    priority: 'normal' as const,
    isRead: false,
    isOwn: true,
    isUnread: false,
    inReplyTo: null,
    seenAt: null,
    createdAt: '2026-11-20T08:00:00.000Z',
  }))
  await page.goto(agents)
  await page.getByRole('button', { name: 'Request an Agent' }).click()
  const form = page.getByRole('form', { name: 'Request an Agent' })
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByText('This is required')).toHaveCount(2)
  await form.getByLabel('Which agent is missing?').fill('Harbor Pilot')
  await form.getByLabel('What should it do for you?').fill('Brings ships in.')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(toastOf(page)).toContainText('Your admins will see it in their messages.')
  await closeToasts(page)
  await page.getByRole('button', { name: 'Send Feedback' }).click()
  const feedback = page.getByRole('form', { name: 'Send Feedback' })
  await feedback.getByLabel('What is it about?').fill('The coach')
  await feedback.getByLabel("What works, and what doesn't?").fill('Very helpful.')
  await feedback.getByRole('button', { name: 'Send' }).click()
  await expect(toastOf(page)).toContainText('Your admins will see it in their messages.')
  expect(
    server.asked(sendMessage).map(({ body: { subject, message, audience } }) => [subject, message, audience]),
  ).toEqual([
    ['Agent request: Harbor Pilot', 'Brings ships in.', 'organization'],
    ['Feedback: The coach', 'Very helpful.', 'organization'],
  ])
})

test('a person who is not a member sees that, and how to join', tagged('D141'), async () => {
  as(registeredMe)
  serveApp(server)
  await page.goto(agents)
  await expect(page.getByRole('heading', { name: "You're not a member of App of Acme Consulting yet" })).toBeVisible()
  await expect(page.getByText(`You're signed in as ${registeredMe.email}.`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ask for an Invitation' })).toHaveAttribute(
    'href',
    'mailto:hello@harbor.test?subject=Please%20invite%20me',
  )
  await expect(page.getByRole('button', { name: 'Request an Agent' })).toHaveCount(0)
  expect(server.asked(organizationAgents)).toEqual([])
})

test('forms follow the enabled features', tagged('D141'), async () => {
  as(ownerMe)
  server.answer(organizationAgents, [])
  for (const [enableAgentRequests, enableFeedback] of [
    [true, false],
    [false, true],
    [false, false],
  ] as const) {
    serveApp(server, { ...acmeApp, enableAgentRequests, enableFeedback })
    await page.goto(agents)
    await expect(page.getByText('No agents available')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Request an Agent' })).toHaveCount(enableAgentRequests ? 1 : 0)
    await expect(page.getByRole('button', { name: 'Send Feedback' })).toHaveCount(enableFeedback ? 1 : 0)
    await expect(page.getByRole('heading', { name: 'Is something missing?' })).toHaveCount(
      enableAgentRequests || enableFeedback ? 1 : 0,
    )
  }
})
