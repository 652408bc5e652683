import { changeMembers } from '#contract/organizations/members.ts'
import { downloadList } from '#tests/components/admin/panel.ts'
import { as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { serveMembers, usersTab } from '#tests/pages/organizations/members/members.ts'
import { mia, olga, serveDashboard } from '#tests/pages/organizations/organization.ts'
import { ownerMe } from '#tests/pages/people.ts'
import { button, confirm, expectFault, expectTexts, field, press, question } from '../organization.ts'
import { rowOf, rows } from './people.ts'

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

beforeEach(() => {
  as(ownerMe)
  serveDashboard(server)
})

const everybody = page.getByRole('checkbox', { name: 'Select everyone on this page' })
const select = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click()
const bar = page.getByRole('region', { name: 'Selected members' })

/** Opens a menu, whose verb a phone leaves out, and chooses from it. */
async function change(what: string, option: string): Promise<void> {
  await bar.getByRole('button', { name: new RegExp(`${what}$`) }).click()
  await page.getByRole('menuitem', { name: option }).click()
}

it('people are sorted, filtered, paged and selected as found', tags('S391 S393'), async () => {
  serveMembers(server, ...crowd)
  await page.goto(usersTab)
  await expect(rows).toHaveCount(25)
  const heading = (name: string) => page.getByRole('columnheader', { name })
  const sort = (name: string) => heading(name).getByRole('button').click()
  for (let time = 0; time < 2; time++) await sort('Minutes this month')
  await expect(heading('Minutes this month')).toHaveAttribute('aria-sort', 'descending')
  await expect(rows.first()).toContainText('Crowd60 Person')
  for (const [name, first] of [
    ['Name', 'Crowd01'],
    ['Role', 'Crowd'],
    ['Category', 'Crowd'],
    ['Status', 'Crowd02'],
    ['Last active', 'Crowd01'],
  ] as const) {
    await sort(name)
    await expect(heading(name)).toHaveAttribute('aria-sort', 'ascending')
    await expect(rows.first()).toContainText(first)
  }
  const inactive = page.getByRole('group', { name: 'Filter by status' }).getByRole('button', { name: 'Inactive' })
  await expect(inactive).toHaveText('Inactive20')
  await inactive.click()
  await expect(page.getByText('20 people')).toBeVisible()
  await expect(inactive).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(page.getByText('20 people')).toBeVisible()
  await expect(heading('Last active')).toHaveAttribute('aria-sort', 'ascending')
  const lines = await downloadList()
  expect(lines).toHaveLength(21)
  expect(lines[1]).toContain('Crowd01 Person,crowd1@example.com,Inactive')
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page.getByText('60 people')).toBeFocused()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(rows.first()).toContainText('Crowd26 Person')

  serveMembers(server, ...crowd)
  await page.goto(usersTab)
  await everybody.click()
  await expect(bar).toContainText('25 selected')
  await button('Select All 60', bar).click()
  await expect(bar).toContainText('60 selected')
  await page.getByRole('searchbox', { name: 'Search members' }).fill('crowd1')
  await expect(bar).toContainText('11 selected')
  await button('Clear Selection', bar).click()
  await expect(bar).toHaveCount(0)
  await expect(page.getByText('11 people')).toBeFocused()
})

it('many people get a role, level or limit after a question', tags('D128 D131 D188'), async () => {
  serveMembers(server, olga, ...crowd.slice(0, 3))
  await page.goto(usersTab)
  for (const name of ['Crowd01 Person', 'Crowd02 Person']) await select(name)
  await expect(bar).toContainText('2 selected')
  await change('Role', 'Admin')
  await expect(question).toHaveAccessibleName('Change the role of 2 people to Admin?')
  await expect(question).toContainText(
    "Crowd01 Person and Crowd02 Person will be able to manage people, agents, branding and billing, and to change other admins' roles, including yours.",
  )
  await confirm('Change 2 people', '2 Members Updated')
  await expect(bar).toHaveCount(0)
  await expect(rowOf('Crowd01')).toContainText('Admin')

  await everybody.click()
  await expect(bar).toContainText('4 selected')
  await change('Role', 'Member')
  await expectTexts(
    question,
    'Crowd01 Person and Crowd02 Person will no longer be able to manage people',
    "You are one of them: you'll lose access to this dashboard right away.",
  )
  server.refuse(changeMembers, 'last_admin')
  await confirm('Change 4 people', 'At least one admin must stay. No one was changed.')
  await expect(bar).toContainText('4 selected')
  serveMembers(server, olga, ...crowd.slice(0, 3))

  await select('Olga Owner')
  await change('Level', 'Premium')
  await expect(question).toHaveAccessibleName('Give 3 people the access level Premium?')
  await confirm('Change 3 people', '3 Members Updated')
  for (const name of ['Crowd02 Person', 'Crowd03 Person']) await select(name)
  await bar.getByRole('button', { name: /Limit$/ }).click()
  const limit = page.getByRole('dialog', { name: 'Monthly minutes for 2 people' })
  await field('Minutes per month', limit).fill('x')
  await button('Change 2 people', limit).click()
  await expectFault(limit, 'Minutes per month', 'Please enter a whole number up to 100,000, or leave it empty')
  await field('Minutes per month', limit).fill('90')
  await press(button('Change 2 people', limit), '2 Members Updated')
  await expect(rowOf('Crowd03')).toContainText('of 90')
  const three = [crowdId(1), crowdId(2), crowdId(3)]
  expect(server.asked(changeMembers).map(({ body: { ids, ...body } }) => [ids.toSorted(), body])).toEqual([
    [[crowdId(1), crowdId(2)], { role: 'admin' }],
    [[olga.id, ...three].toSorted(), { role: 'member' }],
    [three, { accessLevel: 'premium' }],
    [[crowdId(2), crowdId(3)], { monthlyLimitMinutes: 90 }],
  ])
  for (const [act, yes, toast] of [
    ['Deactivate', 'Deactivate 2 people', '2 Members Updated'],
    ['Remove', 'Remove 2 people', '2 Members Removed'],
  ] as const) {
    for (const name of ['Crowd02 Person', 'Crowd03 Person']) await select(name)
    await button(act, bar).click()
    await confirm(yes, toast)
  }
  await expect(rows).toHaveCount(2)
})
