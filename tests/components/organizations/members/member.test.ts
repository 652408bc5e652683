import { agents, unlockedAgents } from '#contract/agents/agents.ts'
import { communications, sendMessage } from '#contract/messages/messages.ts'
import { organizationAgents } from '#contract/organizations/agents.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import { as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { coach, hiringPartner, minutesRequest, overviewOfMember } from '#tests/pages/organizations/organization.ts'
import { memberMe, ownerMe, subscriberMe } from '#tests/pages/people.ts'
import * as acme from '../organization.ts'

const { bodies, button, dashboard, expectTexts, expectToast, header, link, main, press, valueOf } = acme

beforeEach(() => {
  as(memberMe)
  server.answer(organizationOverview, overviewOfMember)
  server.answer(organizationAgents, [coach])
})

it('a member sees the agents of their level, and figures', tags('S412 S413 S415 S546 D49 D56 D198'), async () => {
  const paused = { ...hiringPartner, agent: { ...hiringPartner.agent, isActive: false } }
  server.answer(organizationAgents, [coach, paused])
  await page.goto(dashboard)
  await expect(main.getByRole('heading', { name: 'Available Agents' })).toBeVisible()
  const card = (name: string) => main.getByRole('article', { name })
  await expectTexts(card('Mindset Coach'), 'Unlocked', '(12 sessions)')
  await expectTexts(card('Hiring Partner'), 'Paused', '(1 session)')
  const name = card('Mindset Coach').getByRole('link', { name: 'Mindset Coach' })
  await expect(name).toHaveAttribute('href', `/agents/${coach.agentId}`)
  await expect(card('Hiring Partner').getByRole('button')).toHaveCount(0)
  for (const [name, figure] of [
    ['Organization Credits', '42'],
    ['Available Agents', '2'],
    ['Team Members', '2'],
  ] as const)
    await expect(valueOf(name)).toHaveText(figure)
  await expect(button('Leave Organization')).toBeVisible()
  await expect(button('Use This Agent', card('Mindset Coach'))).toBeEnabled()
})

it('a member without agents asks the admins, once, and is led to the message later', tags('S414'), async () => {
  server.answer(organizationAgents, [])
  server.answer(agents, [])
  server.answer(communications, [])
  const words = { messageType: 'agents_request', subject: 'Request for agents' }
  const request = { ...minutesRequest, ...words, createdAt: new Date().toISOString() }
  server.refuse(sendMessage, 'agents_requested')
  await page.goto(dashboard)
  await expectTexts(main, 'No agents available', 'Contact your organization admin to assign agents.')
  await press(button('Ask Your Admins'), 'You have already asked for agents today.')
  server.answer(sendMessage, () => {
    server.answer(communications, [request])
    return request
  })
  await press(button('Ask Your Admins'), 'Request Sent')
  await expect(button('Ask Your Admins')).toHaveCount(0)
  await expect(main.getByText('Your admins have received your request.')).toBeFocused()
  expect(bodies(sendMessage).at(-1)).toMatchObject({ audience: 'organization', ...words })
  // The marketplace says the same, and so it does for a day.
  await page.goto('/marketplace')
  await expect(main.getByText('No agents available')).toBeVisible()
  await expect(link('See Your Message')).toHaveAttribute('href', `/dashboard/messages?thread=${request.id}`)
  server.answer(communications, [{ ...request, createdAt: '2026-05-04T08:00:00.000Z' }])
  await page.reload()
  await expect(button('Ask Your Admins')).toBeVisible()
  as(ownerMe)
  await page.goto('/marketplace')
  await expect(link('Assign Agents')).toHaveAttribute('href', '/organization-dashboard?tab=agents')
})

it('only the membership opens tabs and agents', tags('S318 D120 D121 S026 S122 S151 S199'), async () => {
  for (const role of ['user', 'organization_admin'] as const) {
    as({ ...memberMe, role })
    await page.goto(`${dashboard}?tab=settings`)
    await expect(page.getByRole('heading', { level: 2, name: 'Available Agents' })).toBeVisible()
    await expect(link('Settings')).toHaveCount(0)
    await expect(page.getByRole('tab')).toHaveCount(0)
  }

  const rating = { rating: 4.5, ratingSource: 'people', ratingCount: 3, greetingUrl: null, greeting: null } as const
  server.answer(agents, [{ ...coach.agent, ...rating, id: coach.agentId, isUnlocked: true }])
  server.answer(unlockedAgents, [])
  await page.goto('/')
  await expect(page).toHaveURL(dashboard)
  await page.goto('/marketplace')
  await expect(main.getByRole('article')).toHaveCount(1)
  await expect(main.getByRole('article', { name: 'Mindset Coach' })).toBeVisible()
})

it('a member who has used 80% of the month sees that and asks for more', tags('D131'), async () => {
  const open = async (ownMinutesThisMonth: number, ownLimitMinutes: number) => {
    server.answer(organizationOverview, { ...overviewOfMember, ownMinutesThisMonth, ownLimitMinutes })
    await page.goto(dashboard)
    await expect(main).toContainText(`of ${ownLimitMinutes} this month`)
  }
  await open(3.17, 4)
  await expect(main).not.toContainText('used up')
  await open(4, 5)
  await expectTexts(main, 'Your minutes for this month are almost used up', "You've used 4 of 5 minutes this month.")
  server.answer(sendMessage, minutesRequest)
  await press(main.getByRole('button', { name: 'Request minutes' }).first(), 'Request Sent')
  const message = "I'd like to keep talking with our agents. Could you raise my monthly limit?"
  expect(bodies(sendMessage)).toMatchObject([{ audience: 'organization', messageType: 'minutes_request', message }])
  await open(4, 4)
  await expect(page.getByText('Your minutes for this month are used up', { exact: true })).toBeVisible()
})

it('the header shows the pool, and lets members ask for minutes once a day', tags('S053 S198 D49'), async () => {
  server.answer(sendMessage, minutesRequest)
  await page.goto('/about')
  await expect(header.getByRole('button', { name: '500 credits' })).toBeVisible()
  await expect(link('Add Credits', header)).toHaveCount(0)
  await press(button('Request minutes', header), 'Request Sent')
  server.refuse(sendMessage, 'minutes_requested')
  await button('Request minutes', header).click()
  await expectToast('You have already asked for minutes today. Your admins have received your message.')
  const asked = { audience: 'organization', messageType: 'minutes_request' }
  expect(bodies(sendMessage)).toMatchObject([asked, asked])
  as(ownerMe)
  await page.goto('/about')
  await expect(link('Add Credits', header)).toBeVisible()
  await expect(button('Request minutes', header)).toHaveCount(0)
  // With one context there is nothing to switch, and members have no account of their own.
  for (const me of [subscriberMe, memberMe]) {
    as(me)
    await page.goto('/about')
    await header.getByRole('button', { name: me.firstName ?? '' }).click()
    await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Account' })).toHaveCount(me === memberMe ? 0 : 1)
    await expect(page.getByRole('menuitemradio')).toHaveCount(0)
  }
})
