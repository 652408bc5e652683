import fs from 'node:fs/promises'
import type { Answer } from '#contract/call.ts'
import { organizationHoursSaved } from '#contract/results/hours-saved.ts'
import { organizationStepCounts } from '#contract/results/step-counts.ts'
import { as, chooseIn, expect, ownerMe, page, server, tagged, test } from '#tests/pages.ts'
import { coach, serveDashboard } from './organization.ts'

type Month = Answer<typeof organizationHoursSaved>

const address = '/organization-dashboard?tab=usage&view=saved'

const present = {
  month: '2026-11',
  conversations: 40,
  counted: { savedMinutes: 705, answers: 17, people: 6 },
  hasWaiting: true,
  agentsFrom: '2026-12-10T00:00:00.000Z',
  agents: null,
} satisfies Month

const closed = {
  month: '2026-10',
  conversations: 52,
  counted: { savedMinutes: 1500, answers: 21, people: 7 },
  hasWaiting: false,
  agentsFrom: '2026-11-10T00:00:00.000Z',
  agents: [
    { agentId: coach.agentId, agentName: 'Mindset Coach', savedMinutes: 1020, answers: 12 },
    { agentId: null, agentName: null, savedMinutes: 480, answers: 9 },
  ],
} satisfies Month

test.beforeEach(async () => {
  as(ownerMe)
  serveDashboard(server)
  server.answer(organizationStepCounts, ({ query: { month } }) => ({ month, counted: null }))
  await page.clock.setFixedTime(new Date('2026-11-22T10:00:00.000Z'))
})

test("an admin sees a month's sum with its counts and method, and agents once it is closed (D135)", async () => {
  server.answer(organizationHoursSaved, ({ query: { month } }) => (month === '2026-11' ? present : closed))
  await page.goto(address)
  const main = page.getByRole('main')
  await expect(main).toContainText('Time saved in November 2026')
  await expect(main.getByText('11 h 45 min', { exact: true })).toBeVisible()
  await expect(main).toContainText('17 answers from 6 people, out of 40 sessions.')
  await expect(main).toContainText('It’s updated only after 3 more people have answered')
  await expect(main).toContainText('Newer answers are waiting to be added.')
  await expect(main).toContainText('Available from Dec 10, 2026, when this month’s answers are final.')
  await expect(main.getByRole('button', { name: 'Download CSV' })).toHaveCount(0)

  await chooseIn(main.getByRole('combobox', { name: 'Month' }), 'October 2026')
  await expect(page).toHaveURL(`${address}&month=2026-10`)
  const rows = main.getByRole('table', { name: 'Saved time by agent' }).getByRole('row')
  await expect(rows).toHaveText([/Agent.*Answers.*Saved/, /Mindset Coach.*12.*17 h/, /Other agents.*9.*8 h/])
  await expect(main).not.toContainText('waiting')
  const saved = page.waitForEvent('download')
  await main.getByRole('button', { name: 'Download CSV' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('hours-saved-2026-10.csv')
  expect(await fs.readFile(await file.path(), 'utf8')).toBe(
    '\uFEFFAgent,Answers,Minutes saved\r\nMindset Coach,12,1020\r\nOther agents,9,480\r\n',
  )
  await page.emulateMedia({ media: 'print' })
  await expect(main.getByText('Acme Consulting · printed Nov 22, 2026')).toBeVisible()
  await expect(main.getByRole('combobox', { name: 'Month' })).toBeHidden()
})

test('fewer than three people are no figure', tagged('D135'), async () => {
  const none = { ...present, counted: null, hasWaiting: true }
  server.answer(organizationHoursSaved, none)
  await page.goto(address)
  const main = page.getByRole('main')
  await expect(main).toContainText('Fewer than 3 people have answered for November 2026, which had 40 sessions.')
  await expect(main.getByRole('button', { name: 'Print' })).toHaveCount(0)
  server.answer(organizationHoursSaved, { ...none, conversations: 0, hasWaiting: false })
  await page.reload()
  await expect(main).toContainText('No sessions in November 2026')
  server.break(organizationHoursSaved)
  await page.reload()
  await expect(main.getByRole('button', { name: 'Retry' })).toBeVisible()
})

test('an admin sees how many next steps people took, never which', tagged('D184'), async () => {
  server.answer(organizationHoursSaved, present)
  server.break(organizationStepCounts)
  await page.goto(address)
  const steps = page.getByRole('region', { name: 'Next steps' })
  await expect(steps).toContainText('the number of next steps')
  server.answer(organizationStepCounts, { month: '2026-11', counted: null })
  await steps.getByRole('button', { name: 'Retry' }).click()
  await expect(steps).toContainText('Fewer than 3 people added a step in November 2026, so no number is shown.')
  server.answer(organizationStepCounts, { month: '2026-11', counted: { open: 14, done: 9, people: 5 } })
  await page.reload()
  await expect(steps).toContainText('23 steps from 5 people, 9 done.')
})
