import { agents, unlockedAgents } from '#contract/agents/agents.ts'
import { communications, sendMessage } from '#contract/messages/messages.ts'
import { organizationAgents } from '#contract/organizations/agents.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import { switchOrganization } from '#contract/organizations/organizations.ts'
import {
  alone,
  as,
  contextOf,
  expect,
  memberMe,
  ownerMe,
  page,
  server,
  subscriberMe,
  tagged,
  test,
} from '#tests/pages.ts'
import { acmeId, minutesRequest, overviewOfMember } from './organization.ts'

/** The frame of every page, as people of an organization see it. */

const phone = { width: 320, height: 640 }

test('a member sees the pool and asks for minutes where others buy them, once a day', tagged('S053 D49'), async () => {
  as(memberMe)
  server.answer(sendMessage, minutesRequest)
  await page.goto('/about')
  const header = page.getByRole('banner')
  await expect(header.getByRole('button', { name: 'Acme Consulting 500 credits' })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Add Credits' })).toHaveCount(0)
  await header.getByRole('button', { name: 'Request minutes' }).click()
  await expect(page.getByText('Request Sent', { exact: true })).toBeVisible()
  server.refuse(sendMessage, 'minutes_requested')
  await header.getByRole('button', { name: 'Request minutes' }).click()
  await expect(
    page.getByText('You have already asked for minutes today. Your admins have received your message.').first(),
  ).toBeVisible()
  const asked = server.asked(sendMessage).map(({ body }) => [body.audience, body.messageType])
  expect(asked).toEqual([
    ['organization', 'minutes_request'],
    ['organization', 'minutes_request'],
  ])
})

test('an admin of an organization keeps Add Credits', tagged('D49'), async () => {
  as(ownerMe)
  await page.goto('/about')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Add Credits' })).toBeVisible()
  await expect(header.getByRole('button', { name: 'Request minutes' })).toHaveCount(0)
})

test('a person with several contexts switches in the menu, and everything follows', tagged('D122'), async () => {
  const working = { ...memberMe, firstName: 'Robin' }
  const both = { ...contextOf(memberMe), offersPersonal: true }
  const personal = { ...alone, memberships: both.memberships }
  server.answer(switchOrganization, ({ body }) => {
    if (body.organizationId === null) as(subscriberMe, personal)
    else as(working, both)
    return body.organizationId === null ? personal : both
  })
  server.answer(agents, [])
  server.answer(unlockedAgents, [])
  server.answer(organizationOverview, overviewOfMember)
  server.answer(organizationAgents, [])
  server.answer(communications, [])
  as(working, both)
  await page.goto('/about')
  const header = page.getByRole('banner')
  await expect(header.getByRole('button', { name: '500 credits' })).toBeVisible()
  await header.getByRole('button', { name: 'Robin' }).click()
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitemradio', { name: 'Acme Consulting', checked: true })).toBeVisible()
  await menu.getByRole('menuitemradio', { name: 'Personal' }).click()
  await expect(page).toHaveURL('/marketplace')
  await expect(header.getByRole('button', { name: '150 minutes' })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard')

  await page.setViewportSize(phone)
  await header.getByRole('button', { name: 'Open menu' }).click()
  await header.getByRole('button', { name: 'Work in: Acme Consulting' }).click()
  await expect(page).toHaveURL('/organization-dashboard')
  await header.getByRole('button', { name: 'Open menu' }).click()
  await expect(header.getByText('500 credits').last()).toBeVisible()
  expect(server.asked(switchOrganization).map(({ body }) => body.organizationId)).toEqual([null, acmeId])
})

test('a person with one context has nothing to switch', async () => {
  for (const me of [subscriberMe, memberMe]) {
    as(me)
    await page.goto('/about')
    await page
      .getByRole('banner')
      .getByRole('button', { name: me.firstName ?? '' })
      .click()
    await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
    await expect(page.getByRole('menuitemradio')).toHaveCount(0)
  }
})

test('members find no Account in their menu', tagged('S198'), async () => {
  as(memberMe)
  await page.goto('/about')
  await page.getByRole('banner').getByRole('button', { name: 'Mia' }).click()
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitem', { name: 'Profile' })).toBeVisible()
  await expect(menu.getByRole('menuitem', { name: 'Account' })).toHaveCount(0)
})
