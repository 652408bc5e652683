import { agents, unlockedAgents } from '#contract/agents/agents.ts'
import { communications, sendMessage } from '#contract/messages/messages.ts'
import { organizationAgents } from '#contract/organizations/agents.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import { startConversation } from '#contract/conversations/voice.ts'
import {
  as,
  closeToasts,
  expect,
  memberMe,
  ownerMe,
  page,
  type Page,
  server,
  tagged,
  test,
  toastOf,
} from '#tests/pages.ts'
import { coach, figureOf, hiringPartner, minutesRequest, overviewOfMember } from '../organization.ts'

const dashboard = '/organization-dashboard'
const main = (page: Page) => page.getByRole('main')

test.beforeEach(() => {
  as(memberMe)
  server.answer(organizationOverview, overviewOfMember)
  server.answer(organizationAgents, [coach])
})

test('a member sees the agents of their level and talks to one (S412-S415, S546, D49, D56)', async () => {
  server.answer(organizationAgents, [])
  server.answer(communications, [])
  server.answer(sendMessage, minutesRequest)
  await page.goto(dashboard)
  await expect(main(page).getByText('No agents available')).toBeVisible()
  await expect(main(page).getByText('Contact your organization admin to assign agents.')).toBeVisible()
  await expect(main(page).getByRole('tab')).toHaveCount(0)
  await main(page).getByRole('button', { name: 'Request minutes' }).click()
  await expect(toastOf(page)).toContainText('Request Sent')
  await closeToasts(page)
  expect(server.asked(sendMessage).map(({ body }) => [body.audience, body.messageType])).toEqual([
    ['organization', 'minutes_request'],
  ])

  server.answer(organizationAgents, [coach, { ...hiringPartner, agent: { ...hiringPartner.agent, isActive: false } }])
  await page.reload()
  await expect(main(page).getByRole('heading', { name: 'Available Agents' })).toBeVisible()
  const card = main(page).getByRole('article', { name: 'Mindset Coach' })
  await expect(card).toContainText('Unlocked')
  await expect(card).toContainText('(12 sessions)')
  const paused = main(page).getByRole('article', { name: 'Hiring Partner' })
  await expect(paused).toContainText('Paused')
  await expect(paused).toContainText('(1 session)')
  await expect(paused.getByRole('button')).toHaveCount(0)
  await expect(figureOf(page, 'Organization Credits')).toHaveText('42')
  await expect(figureOf(page, 'Available Agents')).toHaveText('2')
  await expect(figureOf(page, 'Team Members')).toHaveText('2')
  await expect(main(page).getByRole('button', { name: 'Leave Organization' })).toBeVisible()
  await card.getByRole('button', { name: 'Use This Agent' }).click()
  await expect(page.getByRole('dialog', { name: /Mindset Coach/ })).toBeVisible()
})

test('a member without any agent asks the admins for some, once, and is led to the message later (S414)', async () => {
  server.answer(organizationAgents, [])
  server.answer(agents, [])
  server.answer(communications, [])
  const request = {
    ...minutesRequest,
    messageType: 'agents_request',
    subject: 'Request for agents',
    createdAt: new Date().toISOString(),
  }
  server.refuse(sendMessage, 'agents_requested')
  await page.goto(dashboard)
  const ask = main(page).getByRole('button', { name: 'Ask Your Admins' })
  await ask.click()
  await expect(toastOf(page)).toContainText('You have already asked for agents today.')
  await closeToasts(page)
  server.answer(sendMessage, () => {
    server.answer(communications, [request])
    return request
  })
  await ask.click()
  await expect(toastOf(page)).toContainText('Request Sent')
  await closeToasts(page)
  await expect(ask).toHaveCount(0)
  await expect(main(page).getByText('Your admins have received your request.')).toBeFocused()
  expect(server.asked(sendMessage).at(-1)?.body).toMatchObject({
    audience: 'organization',
    messageType: 'agents_request',
    subject: 'Request for agents',
  })
  // The marketplace says the same, and so it does for a day.
  await page.goto('/marketplace')
  await expect(main(page).getByText('No agents available')).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'See Your Message' })).toHaveAttribute(
    'href',
    `/dashboard/messages?thread=${request.id}`,
  )
  server.answer(communications, [{ ...request, createdAt: '2026-05-04T08:00:00.000Z' }])
  await page.reload()
  await expect(ask).toBeVisible()
})

test('an admin without any agent is led to where agents are assigned', async () => {
  as(ownerMe)
  server.answer(agents, [])
  await page.goto('/marketplace')
  await expect(main(page).getByRole('link', { name: 'Assign Agents' })).toHaveAttribute(
    'href',
    '/organization-dashboard?tab=agents',
  )
})

test('a member without a subscription is led to the organization and sees only what was assigned (S026, S122, S151, S199)', async () => {
  server.answer(agents, [assignedAgent])
  server.answer(unlockedAgents, [])
  await page.goto('/')
  await expect(page).toHaveURL(dashboard)
  await page.goto('/marketplace')
  await expect(main(page).getByRole('article')).toHaveCount(1)
  await expect(main(page).getByRole('article', { name: 'Mindset Coach' })).toBeVisible()
})

/** The same agent as the marketplace has it. */
const assignedAgent = {
  ...coach.agent,
  id: coach.agentId,
  isUnlocked: true,
  rating: 4.5,
  ratingSource: 'people' as const,
  ratingCount: 3,
  greetingUrl: null,
  greeting: null,
}

test('members find no settings', tagged('D120'), async () => {
  await page.goto(`${dashboard}?tab=settings`)
  await expect(page.getByRole('heading', { level: 2, name: 'Available Agents' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0)
  await expect(page.getByRole('tab')).toHaveCount(0)
})

test('the role of an account opens nothing, but the membership in the organization does (S318, D121)', async () => {
  as({ ...memberMe, role: 'organization_admin' })
  await page.goto(dashboard)
  await expect(page.getByRole('heading', { level: 2, name: 'Available Agents' })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)
})

test('a member who has used 80% of the month sees that on the dashboard and asks for more (D131)', async () => {
  const open = async (ownMinutesThisMonth: number, ownLimitMinutes: number) => {
    server.answer(organizationOverview, { ...overviewOfMember, ownMinutesThisMonth, ownLimitMinutes })
    await page.goto(dashboard)
    await expect(page.getByRole('definition').filter({ hasText: `of ${ownLimitMinutes} this month` })).toBeVisible()
  }
  await open(3.17, 4)
  await expect(main(page)).not.toContainText('used up')
  await open(4, 5)
  await expect(page.getByText('Your minutes for this month are almost used up')).toBeVisible()
  await expect(page.getByText("You've used 4 of 5 minutes this month.")).toBeVisible()
  server.answer(sendMessage, minutesRequest)
  await main(page).getByRole('button', { name: 'Request minutes' }).first().click()
  await expect(toastOf(page)).toContainText('Request Sent')
  expect(server.asked(sendMessage)[0]?.body).toMatchObject({
    audience: 'organization',
    messageType: 'minutes_request',
    message: "I'd like to keep talking with our agents. Could you raise my monthly limit?",
  })
  await open(4, 4)
  await expect(page.getByText('Your minutes for this month are used up', { exact: true })).toBeVisible()
})

test('a member whose month is used up sees why no conversation starts', tagged('D131'), async ({ context }) => {
  await context.grantPermissions(['microphone'])
  as({ ...memberMe, voiceConsent: true })
  const message =
    'Insufficient credits: your monthly budget is used up. You have less than one of your 4 minutes left until December 1.'
  server.refuse(startConversation, 'budget_reached', { message })
  await page.goto(dashboard)
  await main(page).getByRole('button', { name: 'Use This Agent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mindset Coach' })
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(dialog).toContainText('You have less than one of your 4 minutes left until')
})

test('members find the dashboard in the colors and with the logo of their organization, and Luna unchanged elsewhere (S389, S421, D136)', async () => {
  const request = main(page).getByRole('button', { name: 'Request minutes' })
  const use = main(page).getByRole('button', { name: 'Use This Agent' })
  const mark = main(page).getByText('A', { exact: true })
  await page.goto(dashboard)
  await expect(request).toBeVisible()
  await expect(use).toHaveCSS('background-color', 'rgb(15, 118, 110)')
  await expect(mark).toHaveCSS('background-color', 'rgb(15, 118, 110)')

  // Text on a light color is dark.
  const yellow = { primaryColor: '#facc15', secondaryColor: '#fde047' }
  server.answer(organizationOverview, { ...overviewOfMember, ...yellow })
  await page.reload()
  await expect(use).toHaveCSS('background-color', 'rgb(250, 204, 21)')
  await expect(use).toHaveCSS('color', 'rgb(17, 24, 39)')

  server.answer(agents, [assignedAgent])
  server.answer(unlockedAgents, [])
  await page.getByRole('banner').getByRole('link', { name: 'Marketplace' }).click()
  await expect(main(page).getByRole('article', { name: 'Mindset Coach' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.getAttribute('style') ?? '')).not.toContain('--primary')
})
