import { afterEach, vi } from 'vitest'
import { allConversations, organizationUsage } from '#contract/organizations/usage.ts'
import { organizationHoursSaved } from '#contract/results/hours-saved.ts'
import { organizationStepCounts } from '#contract/results/step-counts.ts'
import { chooseIn, downloadList, findAndChoose } from '#tests/components/admin/panel.ts'
import { as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { coach, hiringPartner, mia, serveDashboard } from '#tests/pages/organizations/organization.ts'
import { days, present, talk as short, usage } from '#tests/pages/organizations/usage.ts'
import { ownerMe } from '#tests/pages/people.ts'
import { button, dashboard, expectTexts, itemsOf, list, main } from './organization.ts'

const address = `${dashboard}?tab=usage`
const timeZone = 'Europe/Berlin'
const lastUsage = () => server.asked(organizationUsage).at(-1)?.query

beforeEach(() => {
  as(ownerMe)
  serveDashboard(server)
  server.answer(organizationUsage, usage)
})
afterEach(() => {
  vi.useRealTimers()
})

it('shows who used how many minutes with which agent', tags('S411 D131'), async () => {
  const nothing = days.map(({ date }) => ({ date, minutes: 0, seconds: 0, sessions: 0 }))
  server.answer(organizationUsage, { days: nothing, members: [], agents: [], minuteRate: null })
  await page.goto(address)
  await expect(page.getByText('No sessions in this period')).toBeVisible()
  server.answer(organizationUsage, usage)
  await page.reload()
  await expect(main).toContainText('2 minutes in 2 sessions over the last 30 days. Costs at $0.135 a minute')
  await expect(itemsOf('Minutes per member')).toHaveText([/Mia Member.*2 minutes · \$0\.27/])
  const perAgent = [/Mindset Coach.*1\.50 minutes/, /Hiring Partner.*0\.50 minutes/]
  await expect(itemsOf('Minutes per agent')).toHaveText(perAgent)
  await button('Show as Table').click()
  await expect(main.getByRole('table', { name: 'Minutes per agent' })).toContainText('Hiring Partner')
  await expect(main.getByRole('table', { name: 'Minutes per day' }).getByRole('row')).toHaveCount(3)
  await button('Download CSV').click()
  await page.getByRole('menuitem', { name: 'Minutes per agent' }).click()
  expect(await page.savedText()).toContain('Mindset Coach,1.5,1,0.2\r\nHiring Partner,0.5,1,0.07\r\n')
  await chooseIn(list('Period'), 'Last 7 days')
  await expect.poll(lastUsage).toEqual({ days: '7', timeZone })
})

it('months and own days show their figures, and the address keeps them', tags('D131'), async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T10:00:00Z') })
  server.answer(organizationUsage, { ...usage, minuteRate: null })
  await page.goto(address)
  await chooseIn(list('Period'), 'October 2026')
  await expectTexts(
    main,
    '2 minutes in 2 sessions in October 2026.',
    "Costs aren't shown because the pool's minutes were bought at different prices.",
  )
  expect(lastUsage()).toEqual({ from: '2026-10-01', to: '2026-10-31', timeZone })
  await chooseIn(list('Period'), 'Custom range')
  await main.getByLabel('From').fill('2026-11-09')
  await main.getByLabel('To').fill('2026-11-03')
  await expect(main).toContainText('The last day must not be before the first')
  await main.getByLabel('To').fill('2026-11-15')
  await expect(main).toContainText('sessions from Nov 9, 2026 to Nov 15, 2026.')
  await page.reload()
  await expect(main).toContainText('sessions from Nov 9, 2026 to Nov 15, 2026.')
  expect(lastUsage()).toEqual({ from: '2026-11-09', to: '2026-11-15', timeZone })
})

const talk = { ...short, duration: 2.2667, durationSeconds: 136 }

const lastOf = (charged: 'yes' | 'no') =>
  server.asked(allConversations).findLast(({ query }) => query.charged === charged)?.query

it('a bar leads to its conversations, with uncharged ones apart', tags('D90 D131 D184 D189'), async () => {
  const free = { ...talk, agentName: 'Hiring Partner', duration: 0, durationSeconds: 0 }
  const all = Array.from({ length: 30 }, (_, index) => ({ ...talk, id: `${talk.id.slice(0, -2)}${index + 10}` }))
  const answer = ({ query: { charged, limit } }: { query: { charged?: string; limit?: number } }) =>
    charged === 'no' ? [free] : all.slice(0, limit)
  server.answer(allConversations, answer, { total: 30 })
  await page.goto(`${address}&period=7`)
  await itemsOf('Minutes per member').locator('a, button').first().click()
  const rows = main.getByRole('table', { name: 'Sessions, page 1 of 2' }).locator('tbody tr')
  await expect(rows).toHaveCount(25)
  await expect(rows.first()).toContainText(/Mia Member.*Mindset Coach.*Nov 20, 2026, 10:00.*2:16/)
  await expect(list('Member')).toContainText('Mia Member')
  const asked = { days: '7', personId: mia.id, timeZone }
  expect(lastOf('yes')).toEqual({ ...asked, charged: 'yes', limit: 25, offset: 0 })
  await expect(main.getByRole('table', { name: 'Not charged' })).toContainText('Hiring Partner')
  expect(lastOf('no')).toMatchObject({ ...asked, charged: 'no' })
  await main.getByRole('columnheader', { name: 'Duration' }).getByRole('button').click()
  await expect.poll(() => lastOf('yes')?.sort).toBe('duration')
  await findAndChoose('Agent', 'Hiring Partner')
  await expect.poll(() => lastOf('yes')?.agentId).toBe(hiringPartner.agentId)
  await chooseIn(list('Period'), 'All time')
  await expect.poll(() => lastOf('yes')?.days).toBeUndefined()
  await main.getByRole('link', { name: 'Next' }).click()
  await expect.poll(() => lastOf('yes')?.offset).toBe(25)
  const lines = await downloadList()
  expect(lines).toHaveLength(31)
  expect(lines[1]).toBe('Mia Member,Mindset Coach,2026-11-20T09:00:00.000Z,2:16,2.2667')
  expect(lastOf('yes')).toEqual({
    personId: mia.id,
    agentId: hiringPartner.agentId,
    timeZone,
    sort: 'duration',
    charged: 'yes',
  })
  await main.getByRole('radio', { name: 'Figures' }).click()
  await expect(main.getByRole('list', { name: 'Minutes per member' })).toBeVisible()
  await expect(page).toHaveURL(address)

  server.break(allConversations)
  await page.goto(`${address}&view=conversations`)
  await expect(main).toContainText('We could not load the sessions')
  server.answer(allConversations, [], { total: 0 })
  await page.goto(`${address}&view=conversations&agentId=${coach.agentId}`)
  await button('Clear Filters').click()
  await expect(page).toHaveURL(`${address}&view=conversations`)
  await expect(main).toContainText('No sessions yet')
})

it('saved hours and steps are shown if three people answered', tags('D135 D184'), async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T10:00:00.000Z') })
  const results = page.getByRole('region', { name: 'Results in November 2026' })
  server.answer(organizationHoursSaved, present)
  server.answer(organizationStepCounts, { month: '2026-11', counted: { open: 14, done: 9, people: 5 } })
  await page.goto(address)
  await expect(results).toContainText('saved them 11 h 45 min: 17 answers from 6 people.')
  await expect(results).toContainText('They added 23 next steps, 9 of them done.')
  expect(server.asked(organizationHoursSaved).at(-1)?.query).toEqual({ month: '2026-11' })

  server.answer(organizationHoursSaved, { ...present, counted: null })
  server.break(organizationStepCounts)
  await page.reload()
  await expect(results).toContainText('Fewer than 3 people said what their sessions in November 2026 saved them')
  await expect(results).toContainText('the number of next steps')
  server.answer(organizationStepCounts, { month: '2026-11', counted: null })
  await button('Retry', results).click()
  await expect(results).toContainText('Fewer than 3 people added a next step in November 2026')
})
