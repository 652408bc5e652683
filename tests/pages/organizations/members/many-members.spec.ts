import fs from 'node:fs/promises'
import { changeMembers } from '#contract/organizations/members.ts'
import { expectFault } from '../../../kit/browser/forms.ts'
import { as, closeToasts, expect, ownerMe, page, type Page, server, tagged, test, toastOf } from '#tests/pages.ts'
import { confirm, rows, serveMembers, usersTab } from './members.ts'
import { mia, olga, serveDashboard } from '../organization.ts'

/** Sixty people: every third inactive, each with a day and minutes of their own. */
const crowd = Array.from({ length: 60 }, (_, index) => ({
  ...mia,
  id: `14000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
  firstName: `Crowd${String(index + 1).padStart(2, '0')}`,
  lastName: 'Person',
  email: `crowd${index + 1}@example.com`,
  isActive: index % 3 !== 0,
  lastActiveAt: new Date(Date.UTC(2026, 8, 1 + index)).toISOString(),
  minutesThisMonth: index,
}))
const crowdId = (number: number) => crowd[number - 1]?.id ?? ''

test.beforeEach(() => {
  as(ownerMe)
  serveDashboard(server)
})

const select = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
const bar = (page: Page) => page.getByRole('region', { name: 'Selected members' })

test('people are sorted, filtered by status and paged; the address holds all of it, and the file what was found (S391, S393)', async () => {
  serveMembers(server, ...crowd)
  await page.goto(usersTab)
  await expect(rows(page)).toHaveCount(25)
  const heading = (name: string) => page.getByRole('columnheader', { name })
  await heading('Minutes this month').getByRole('button').click()
  await heading('Minutes this month').getByRole('button').click()
  await expect(heading('Minutes this month')).toHaveAttribute('aria-sort', 'descending')
  await expect(rows(page).first()).toContainText('Crowd60 Person')
  for (const name of ['Name', 'Role', 'Category', 'Status']) {
    await heading(name).getByRole('button').click()
    await expect(heading(name)).toHaveAttribute('aria-sort', 'ascending')
  }
  await expect(rows(page).first()).toContainText('Crowd02 Person')
  await heading('Last active').getByRole('button').click()
  await expect(heading('Last active')).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows(page).first()).toContainText('Crowd01 Person')
  const pill = (name: string) => page.getByRole('group', { name: 'Filter by status' }).getByRole('button', { name })
  await expect(pill('Inactive')).toHaveText('Inactive20')
  await pill('Inactive').click()
  await expect(page.getByText('20 people')).toBeVisible()
  await expect(pill('Inactive')).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(page.getByText('20 people')).toBeVisible()
  await expect(heading('Last active')).toHaveAttribute('aria-sort', 'ascending')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const lines = (await fs.readFile(await (await saved).path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(21)
  expect(lines[1]).toContain('Crowd01 Person,crowd1@example.com,Inactive')
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page.getByText('60 people')).toBeVisible()
  await expect(page.getByText('60 people')).toBeFocused()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(rows(page).first()).toContainText('Crowd26 Person')
})

test('many people get a role in one step, after a question that names effect and number (D128, D188)', async () => {
  serveMembers(server, olga, ...crowd.slice(0, 3))
  await page.goto(usersTab)
  await select(page, 'Crowd01 Person').click()
  await select(page, 'Crowd02 Person').click()
  await expect(bar(page)).toContainText('2 selected')
  await bar(page).getByRole('button', { name: 'Change Role' }).click()
  await page.getByRole('menuitem', { name: 'Admin' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    "Crowd01 Person and Crowd02 Person will be able to manage people, agents, branding and billing, and to change other admins' roles, including yours.",
  )
  await confirm(page, 'Change the role of 2 people to Admin?', 'Change 2 people')
  await expect(toastOf(page)).toContainText('2 Members Updated')
  await closeToasts(page)
  await expect(bar(page)).toHaveCount(0)
  await expect(rows(page).filter({ hasText: 'Crowd01' })).toContainText('Admin')

  await page.getByRole('checkbox', { name: 'Select everyone on this page' }).click()
  await expect(bar(page)).toContainText('4 selected')
  await bar(page).getByRole('button', { name: 'Change Role' }).click()
  await page.getByRole('menuitem', { name: 'Member' }).click()
  const question = page.getByRole('alertdialog', { name: 'Change the role of 4 people to Member?' })
  await expect(question).toContainText('Crowd01 Person and Crowd02 Person will no longer be able to manage people')
  await expect(question).toContainText("You are one of them: you'll lose access to this dashboard right away.")
  server.refuse(changeMembers, 'last_admin')
  await question.getByRole('button', { name: 'Change 4 people' }).click()
  await expect(toastOf(page)).toContainText('At least one admin must stay. No one was changed.')
  await closeToasts(page)
  await expect(bar(page)).toContainText('4 selected')

  expect(server.asked(changeMembers).map(({ body: { ids, ...body } }) => [ids.toSorted(), body])).toEqual([
    [[crowdId(1), crowdId(2)], { role: 'admin' }],
    [[olga.id, crowdId(1), crowdId(2), crowdId(3)].toSorted(), { role: 'member' }],
  ])
})

test('many people get a level or a monthly limit in one step', tagged('D131 D188'), async () => {
  serveMembers(server, olga, ...crowd.slice(0, 3))
  await page.goto(usersTab)
  await page.getByRole('checkbox', { name: 'Select everyone on this page' }).click()
  await select(page, 'Olga Owner').click()
  await bar(page).getByRole('button', { name: 'Change Level' }).click()
  await page.getByRole('menuitem', { name: 'Premium' }).click()
  await confirm(page, 'Give 3 people the access level Premium?', 'Change 3 people')
  await expect(page.getByText('4 people')).toBeFocused()
  await expect(toastOf(page)).toContainText('3 Members Updated')
  await closeToasts(page)

  await select(page, 'Crowd03 Person').click()
  await bar(page).getByRole('button', { name: 'Set Limit' }).click()
  const limit = page.getByRole('dialog', { name: 'Monthly minutes for 1 person' })
  await limit.getByRole('textbox', { name: 'Minutes per month' }).fill('x')
  await limit.getByRole('button', { name: 'Change 1 person' }).click()
  await expectFault(limit, 'Minutes per month', 'Please enter a whole number up to 100,000, or leave it empty')
  await limit.getByRole('textbox', { name: 'Minutes per month' }).fill('90')
  await limit.getByRole('button', { name: 'Change 1 person' }).click()
  await expect(page.getByText('4 people')).toBeFocused()
  await expect(toastOf(page)).toContainText('1 Member Updated')
  await expect(rows(page).filter({ hasText: 'Crowd03' })).toContainText('of 90')
  const three = [crowdId(1), crowdId(2), crowdId(3)]
  expect(server.asked(changeMembers).map(({ body: { ids, ...body } }) => [ids.toSorted(), body])).toEqual([
    [three, { accessLevel: 'premium' }],
    [[crowdId(3)], { monthlyLimitMinutes: 90 }],
  ])
})

test('a selection grows from the page to everybody who was found, and never holds who is hidden', async () => {
  serveMembers(server, ...crowd)
  await page.goto(usersTab)
  await page.getByRole('checkbox', { name: 'Select everyone on this page' }).click()
  await expect(bar(page)).toContainText('25 selected')
  await bar(page).getByRole('button', { name: 'Select All 60' }).click()
  await expect(bar(page)).toContainText('60 selected')
  await page.getByRole('searchbox', { name: 'Search members' }).fill('crowd1')
  await expect(bar(page)).toContainText('11 selected')
  await bar(page).getByRole('button', { name: 'Clear Selection' }).click()
  await expect(bar(page)).toHaveCount(0)
  await expect(page.getByText('11 people')).toBeFocused()
})

test('on a phone each person is a card of at most 72 px that opens the details', async () => {
  const long = { ...mia, lastName: 'Of the Very Long Name Indeed', email: `${'long'.repeat(12)}@example.com` }
  serveMembers(server, olga, long, ...crowd.slice(0, 5))
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(usersTab)
    const cards = page.locator('tbody tr')
    await expect(cards).toHaveCount(7)
    for (const card of await cards.all()) {
      expect((await card.boundingBox())?.height).toBeLessThanOrEqual(72)
    }
    await cards.last().click({ position: { x: 200, y: 60 } })
    const details = page.getByRole('dialog', { name: 'Crowd05 Person' })
    await expect(details).toContainText('crowd5@example.com')
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()
    await expect(page).toHaveURL(usersTab)
  }
})
