import { agents, unlockedAgents } from '#contract/agents/agents.ts'
import { startConversation } from '#contract/conversations/voice.ts'
import { communications } from '#contract/messages/messages.ts'
import { availableAgents, changeOrganizationAgent, organizationAgents } from '#contract/organizations/agents.ts'
import { bulkInvitations, bulkInvite } from '#contract/organizations/bulk-invitations.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import { invitations } from '#contract/organizations/invitations.ts'
import { organizationDetails, userOrganizations } from '#contract/organizations/management.ts'
import { switchOrganization } from '#contract/organizations/organizations.ts'
import { alone, as, chooseIn, contextOf, expect, memberMe, ownerMe, page, server, subscriberMe } from '#tests/pages.ts'
import { tagged, test, toastOf } from '#tests/pages.ts'
import { tabTo } from '../../kit/browser/keyboard.ts'
import { both, details, southwind } from './managed.ts'
import { judged } from './members/bulk.ts'
import { serveMembers, usersTab } from './members/members.ts'
import { acmeId, coach, mia, offered, olga, overviewOfMember, serveDashboard } from './organization.ts'

/** Parts of an organization's dashboard that need a browser: layout, colors, files and the microphone. */

const dashboard = '/organization-dashboard'
const main = () => page.getByRole('main')
const header = () => page.getByRole('banner')

test("another admin's instructions are shown before they are overwritten", tagged('D187 D127'), async () => {
  as(ownerMe)
  serveDashboard(server)
  const shared = 'Never speak of prices. '.repeat(30)
  const say = (how: string) => `${shared}Be ${how}. ${shared}`.trim()
  const [old, theirs, own] = [say('brief'), say('brief and kind'), say('thorough')]
  server.answer(organizationAgents, [{ ...coach, customInstructions: old }])
  server.refuse(changeOrganizationAgent, 'changed_meanwhile', { details: { present: { customInstructions: theirs } } })
  await page.goto(`${dashboard}?tab=agents`)
  const open = page.getByRole('button', { name: 'Instructions: Mindset Coach' })
  await open.click()
  const text = page.getByRole('textbox', { name: 'Custom instructions' })
  await text.fill(own)
  server.answer(organizationAgents, [{ ...coach, customInstructions: theirs }])
  const save = page.getByRole('button', { name: 'Save Instructions' })
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this in the meantime' })
  // The difference between two long, similar texts is visible.
  const marks = dialog.getByRole('region', { name: 'Custom instructions' }).locator('mark')
  await expect(marks).toHaveText(['brief and kind.', 'thorough.'])
  for (const mark of await marks.all()) await expect(mark).toBeInViewport()
  await expect(toastOf(page)).toHaveCount(0)
  // A repeat of the Enter key that sent a form chooses nothing.
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Use Theirs' }).click()
  await expect(text).toHaveValue(theirs)
  await expect(text).toBeFocused()
  expect(server.asked(changeOrganizationAgent).map(({ body }) => body)).toEqual([
    { customInstructions: own, before: { customInstructions: old } },
  ])
})

test('on a phone each person is a card of at most 72 px that opens the details', async () => {
  as(ownerMe)
  serveDashboard(server)
  const long = { ...mia, lastName: 'Of the Very Long Name Indeed', email: `${'long'.repeat(12)}@example.com` }
  const crowd = [1, 2, 3, 4, 5].map((number) => {
    const id = `14000000-0000-4000-8000-00000000000${number}`
    return { ...mia, id, firstName: `Crowd0${number}`, lastName: 'Person', email: `crowd${number}@example.com` }
  })
  serveMembers(server, olga, long, ...crowd)
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(usersTab)
    const cards = page.locator('tbody tr')
    await expect(cards).toHaveCount(7)
    for (const card of await cards.all()) expect((await card.boundingBox())?.height).toBeLessThanOrEqual(72)
    await cards.last().click({ position: { x: 200, y: 60 } })
    const person = page.getByRole('dialog', { name: 'Crowd05 Person' })
    await expect(person).toContainText('crowd5@example.com')
    await page.keyboard.press('Escape')
    await expect(person).toBeHidden()
    await expect(page).toHaveURL(usersTab)
  }
})

test('/organizations works by keyboard, and has a list instead of links on a phone', async () => {
  as(ownerMe)
  serveDashboard(server)
  server.answer(userOrganizations, both)
  server.answer(organizationDetails, ({ params }) =>
    params.organizationId === String(acmeId) ? details : { ...southwind, role: 'admin' as const },
  )
  serveMembers(server, mia, olga)
  server.answer(organizationAgents, [])
  server.answer(availableAgents, [...offered])
  const list = page.getByRole('navigation', { name: 'Your organizations' })
  const heading = (name: string) => page.getByRole('heading', { level: 2, name })
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  await page.goto('/organizations')
  await tabTo(page, list.getByRole('link', { name: 'Southwind' }))
  await page.keyboard.press('Enter')
  await expect(heading('Southwind')).toBeVisible()
  await tabTo(page, tab('Team'))
  await page.keyboard.press('ArrowRight')
  await expect(tab('Agents')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tab('Agents')).toHaveAttribute('aria-selected', 'true')
  const add = page.getByRole('tabpanel').getByRole('button', { name: 'Add Agents' })
  await tabTo(page, add)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Add Agents' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(add).toBeFocused()

  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(dashboard)
  await page.getByRole('button', { name: 'You' }).click()
  await page.getByRole('dialog', { name: 'You' }).getByRole('link', { name: 'Organizations' }).click()
  await expect(heading('Acme Consulting')).toBeVisible()
  await expect(list).toBeHidden()
  await chooseIn(page.getByRole('combobox', { name: 'Organization' }), 'Southwind · Member · Canceled')
  await expect(heading('Southwind')).toBeVisible()
})

test('a person with several contexts switches in the menu, and everything follows', tagged('D122'), async () => {
  const working = { ...memberMe, firstName: 'Robin' }
  const together = { ...contextOf(memberMe), offersPersonal: true }
  const personal = { ...alone, memberships: together.memberships }
  server.answer(switchOrganization, ({ body }) => {
    if (body.organizationId === null) as(subscriberMe, personal)
    else as(working, together)
    return body.organizationId === null ? personal : together
  })
  for (const call of [agents, unlockedAgents, organizationAgents, communications]) server.answer(call, [])
  server.answer(organizationOverview, overviewOfMember)
  as(working, together)
  await page.goto('/about')
  await expect(header().getByRole('button', { name: '500 credits' })).toBeVisible()
  await header().getByRole('button', { name: 'Robin' }).click()
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitemradio', { name: 'Acme Consulting', checked: true })).toBeVisible()
  await menu.getByRole('menuitemradio', { name: 'Personal' }).click()
  await expect(page).toHaveURL('/marketplace')
  await expect(header().getByRole('button', { name: '150 minutes' })).toBeVisible()
  await expect(header().getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard')
  await page.setViewportSize({ width: 320, height: 640 })
  const you = page.getByRole('button', { name: 'You' })
  const sheet = page.getByRole('dialog', { name: 'You' })
  await you.click()
  await sheet.getByRole('button', { name: 'Work in: Acme Consulting' }).click()
  await expect(page).toHaveURL(dashboard)
  await you.click()
  await expect(sheet.getByText('500 credits')).toBeVisible()
  expect(server.asked(switchOrganization).map(({ body }) => body.organizationId)).toEqual([null, acmeId])
})

test('shows the colors, and a month that is used up', tagged('S389 S421 D131 D136'), async ({ context }) => {
  as(memberMe)
  server.answer(organizationOverview, overviewOfMember)
  server.answer(organizationAgents, [coach])
  const use = main().getByRole('button', { name: 'Use This Agent' })
  await page.goto(dashboard)
  await expect(use).toHaveCSS('background-color', 'rgb(15, 118, 110)')
  await expect(main().getByText('A', { exact: true })).toHaveCSS('background-color', 'rgb(15, 118, 110)')
  // Text on a light color is dark.
  const yellow = { primaryColor: '#facc15', secondaryColor: '#fde047' }
  server.answer(organizationOverview, { ...overviewOfMember, ...yellow })
  await page.reload()
  await expect(use).toHaveCSS('background-color', 'rgb(250, 204, 21)')
  await expect(use).toHaveCSS('color', 'rgb(17, 24, 39)')

  await context.grantPermissions(['microphone'])
  const message = 'Insufficient credits: You have less than one of your 4 minutes left until December 1.'
  server.refuse(startConversation, 'budget_reached', { message })
  await use.click()
  const dialog = page.getByRole('dialog', { name: 'Mindset Coach' })
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(dialog).toContainText('You have less than one of your 4 minutes left until')

  // Luna is unchanged elsewhere.
  for (const call of [agents, unlockedAgents, communications]) server.answer(call, [])
  await page.goto(dashboard)
  await header().getByRole('link', { name: 'Marketplace' }).click()
  await expect(main().getByText('No agents available')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.getAttribute('style') ?? '')).not.toContain('--primary')
})

test('a list of people comes as a file, chosen or dropped, like the example', tagged('D116 D118'), async () => {
  as(ownerMe)
  serveDashboard(server)
  server.answer(bulkInvitations, [])
  server.answer(invitations, [])
  server.answer(bulkInvite, { ...judged, rows: judged.rows.slice(0, 2), seatsLeft: 1 })
  await page.goto(`${dashboard}?tab=bulk`)
  const form = page.getByRole('form', { name: 'Invite many by email' })
  const people = form.getByLabel('People')
  const file = page.getByLabel('CSV file')
  const [example] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Example' }).click(),
  ])
  await file.setInputFiles(await example.path())
  await expect(people).toHaveValue(/Email,First name,Last name/)
  await expect(form.getByText('2 of 500 rows')).toBeVisible()
  // What Windows writes: its own encoding, in which an é is one byte.
  const bytes = Buffer.from('Email;Vorname;First name\r\nzoe@example.com;x;Zo\u00EB\r\n', 'latin1')
  await file.setInputFiles({ name: 'team.csv', mimeType: 'text/csv', buffer: bytes })
  await expect(people).toHaveValue(/Zoë/)
  const buffer = Buffer.from('PK\u0003\u0004\0\0')
  await file.setInputFiles({ name: 'team.xlsx', mimeType: 'application/zip', buffer })
  await expect(form.getByText("This isn't a CSV file.")).toBeVisible()
  await expect(people).toHaveValue(/Zoë/)
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'team.csv', { type: 'text/csv' }))
    return transfer
  }, 'ada@example.com\nalan@example.com\n')
  await people.dispatchEvent('drop', { dataTransfer: dropped })
  await expect(people).toHaveValue('ada@example.com\nalan@example.com\n')
  await expect(form.getByText("This isn't a CSV file.")).toHaveCount(0)
  await form.getByRole('button', { name: 'Review List' }).click()
  await expect(page.getByText('1 more seat needed')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send/ })).toHaveCount(0)
})
