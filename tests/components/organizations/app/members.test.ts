import { communications, sendMessage } from '#contract/messages/messages.ts'
import { organizationAgents } from '#contract/organizations/agents.ts'
import { publicBrandedApp } from '#contract/organizations/app/branded-app.ts'
import { switchOrganization } from '#contract/organizations/organizations.ts'
import { expectOneToast } from '#tests/components/admin/panel.ts'
import { as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { acmeApp, assigned, home, serveApp } from '#tests/pages/organizations/app/app.ts'
import { minutesRequest } from '#tests/pages/organizations/organization.ts'
import { alone, contextOf, memberMe, ownerMe, registeredMe } from '#tests/pages/people.ts'
import { bodies, button, ended, link, main, press } from '../organization.ts'

/** /o/{slug}/: an organization's app, and /o/{slug}/agents: where members talk. */

const agents = `${home}agents`
const acme = contextOf(memberMe)
const heading = page.getByRole('heading', { level: 1 })

beforeEach(() => {
  serveApp(server)
  server.answer(organizationAgents, assigned)
})

it('a member who works elsewhere switches to this organization', tags('S249 D122 D141'), async () => {
  const elsewhere = { ...memberMe, organizationId: 100_002, organizationName: 'Southwind' }
  const there = contextOf(elsewhere)
  as(elsewhere, { ...there, memberships: [...acme.memberships, ...there.memberships] })
  server.break(switchOrganization)
  const release = server.hold(switchOrganization)
  await page.goto(home)
  await page.getByRole('navigation', { name: 'App' }).getByRole('link', { name: 'My Agents' }).click()
  await expect(page.getByText('Opening App of Acme Consulting…')).toBeVisible()
  expect(server.asked(organizationAgents)).toEqual([])
  release()
  await expect(page.getByRole('alert')).toContainText('We could not open App of Acme Consulting')
  await expectOneToast('Failed to switch')
  server.answer(switchOrganization, () => {
    as(memberMe)
    return acme
  })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('article', { name: 'Mindset Coach' })).toBeVisible()
  expect(bodies(switchOrganization).at(-1)).toEqual({ organizationId: 100_001 })
  expect(server.asked(organizationAgents)[0]?.query).toEqual({ organizationId: 100_001 })
})

it('the app of an ended organization, and strangers of it, see why no one talks', tags('D129 D141'), async () => {
  as({ ...ownerMe, hasAccess: false, hasOrganizationAccess: false })
  serveApp(server, { ...acmeApp, isPublished: false })
  await page.goto(agents)
  const card = main.getByRole('article', { name: 'Mindset Coach' })
  await expect(card).toContainText('Not available')
  await expect(card.getByRole('button')).toHaveCount(0)
  await expect(main.getByText(ended)).toBeVisible()
  await expect(link('Reactivate')).toHaveAttribute('href', '/organization-dashboard?tab=billing')
  await expect(main.getByText('This is a draft')).toHaveCount(0)

  as(registeredMe, { ...alone })
  await page.goto(agents)
  await expect(page.getByRole('heading', { name: "You're not a member of App of Acme Consulting yet" })).toBeVisible()
  await expect(page.getByText(`You're signed in as ${registeredMe.email}.`)).toBeVisible()
  const mail = 'mailto:hello@harbor.test?subject=Please%20invite%20me'
  await expect(page.getByRole('link', { name: 'Ask for an Invitation' })).toHaveAttribute('href', mail)
  await expect(button('Request an Agent')).toHaveCount(0)
  expect(server.asked(organizationAgents)).toHaveLength(1)
})

it('a member asks for an agent and sends feedback, as far as enabled', tags('D64 D141'), async () => {
  as(memberMe)
  server.answer(communications, [])
  server.answer(sendMessage, ({ body: { subject, message } }) => ({ ...minutesRequest, subject, message }))
  await page.goto(agents)
  for (const [form, fields] of [
    [
      'Request an Agent',
      { 'Which agent is missing?': 'Harbor Pilot', 'What should it do for you?': 'Brings ships in.' },
    ],
    ['Send Feedback', { 'What is it about?': 'The coach', "What works, and what doesn't?": 'Very helpful.' }],
  ] as const) {
    await page.getByRole('button', { name: form }).click()
    const open = page.getByRole('form', { name: form })
    await button('Send', open).click()
    await expect(open.getByText('This is required')).toHaveCount(2)
    for (const [label, text] of Object.entries(fields)) await open.getByLabel(label).fill(text)
    await press(button('Send', open), 'Your admins will see it in their messages.')
  }
  expect(bodies(sendMessage)).toMatchObject([
    { subject: 'Agent request: Harbor Pilot', message: 'Brings ships in.', audience: 'organization' },
    { subject: 'Feedback: The coach', message: 'Very helpful.', audience: 'organization' },
  ])
  for (const [enableAgentRequests, enableFeedback] of [
    [true, false],
    [false, true],
    [false, false],
  ] as const) {
    serveApp(server, { ...acmeApp, enableAgentRequests, enableFeedback })
    await page.goto(agents)
    await expect(page.getByRole('article')).toHaveCount(2)
    await expect(button('Request an Agent')).toHaveCount(Number(enableAgentRequests))
    await expect(button('Send Feedback')).toHaveCount(Number(enableFeedback))
    const count = Number(enableAgentRequests || enableFeedback)
    await expect(page.getByRole('heading', { name: 'Is something missing?' })).toHaveCount(count)
  }
})

it('a former address redirects, and a draft or failure says so', tags('D138 D139 D140 D141'), async () => {
  await page.goto('/o/acme/')
  await expect(page).toHaveURL(home)
  await expect(heading).toHaveText('App of Acme Consulting')
  await expect(main).not.toContainText('This is a draft')
  as(ownerMe)
  serveApp(server, { ...acmeApp, isPublished: false, showPublicAgents: false, agents: [] })
  await page.goto(home)
  await expect(main).toContainText('This is a draft')
  await expect(page.getByRole('link', { name: 'Start Talking' })).toBeVisible()
  await expect(page.getByText('Mindset Coach')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Our Agents' })).toHaveCount(0)
  server.refuse(publicBrandedApp, 'app_not_found')
  await page.goto(home)
  await expect(heading).toHaveText('Page Not Found')
  server.break(publicBrandedApp)
  await page.goto(home)
  await expect(page.getByRole('alert')).toContainText('We could not load this app')
  serveApp(server)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(heading).toHaveText('App of Acme Consulting')
})
