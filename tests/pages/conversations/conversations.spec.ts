import type { Answer } from '#contract/call.ts'
import { searchTranscripts, transcriptSettings, updateTranscriptSettings } from '#contract/conversations/transcripts.ts'
import { as, choose, expect, page, type Page, server, subscriberMe, tagged, test, toastOf } from '#tests/pages.ts'
import { keepsNothing, now, serveSessions, talk } from './home.ts'

const budgetTalk = talk('Mindset Coach', 1, 151, true)
const hiringTalk = talk('Hiring Partner', 24 * 8, 61)
const growthTalk = talk('Growth Strategist', 24 * 40, 61, true)

/** What the server finds in the kept text of the conversation about the budget. */
const foundLine = {
  sessionId: budgetTalk.id,
  line: { speaker: 'agent' as const, text: 'Start with five minutes of the budget.', atSeconds: 14 },
  lineCount: 1,
}

function rowsOf(page: Page) {
  return page.locator('[data-session]')
}

test.beforeEach(() => as(subscriberMe))

test('sessions are found by agent, time, kept text and words, and the address says how (D58, D90)', async () => {
  await page.clock.setFixedTime(now)
  serveSessions(server, [budgetTalk, hiringTalk, growthTalk])
  server.answer(searchTranscripts, ({ query: { q } }) => (q === 'BUDGET five' ? [foundLine] : []))
  const release = server.hold(searchTranscripts)
  await page.goto('/dashboard/sessions')
  await expect(rowsOf(page)).toHaveText([/Mindset Coach/, /Hiring Partner/, /Growth Strategist/])
  const search = page.getByRole('searchbox', { name: 'Search sessions' })
  const count = page.getByRole('main').getByRole('status')
  await search.fill('BUDGET five')
  await expect(count).toContainText('Searching your transcripts…')
  release()
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText('Start with five minutes of the budget.')
  await expect(rowsOf(page).locator('mark')).toHaveText(['five', 'budget'])
  await expect(count).toHaveText('1 session')
  await expect(page).toHaveURL('/dashboard/sessions?q=BUDGET+five')
  await search.fill('hiring')
  await expect(rowsOf(page)).toHaveText([/Hiring Partner/])
  await search.fill('')
  await expect(rowsOf(page)).toHaveCount(3)

  await choose(page, 'Time', 'Last 30 days')
  await expect(rowsOf(page)).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'With transcript' }).click()
  await expect(rowsOf(page)).toHaveText([/Mindset Coach/])
  await expect(page).toHaveURL('/dashboard/sessions?days=30&kept=1')
  await page.goBack()
  await expect(rowsOf(page)).toHaveCount(2)
  await choose(page, 'Agent', 'Hiring Partner')
  await expect(rowsOf(page)).toHaveText([/Hiring Partner/])
  await page.reload()
  await expect(rowsOf(page)).toHaveText([/Hiring Partner/])
  await search.fill('zzzz')
  await expect(page.getByText('No sessions found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(search).toBeFocused()
  await expect(rowsOf(page)).toHaveCount(3)
  await expect(page).toHaveURL('/dashboard/sessions')
})

test('a choice right after typing is a separate step: Back shows what was visible before it (D58)', async () => {
  await page.clock.setFixedTime(now)
  serveSessions(server, [budgetTalk, hiringTalk])
  server.answer(searchTranscripts, [])
  await page.goto('/dashboard/sessions?q=hiring')
  await expect(rowsOf(page)).toHaveText([/Hiring Partner/])
  const search = page.getByRole('searchbox', { name: 'Search sessions' })
  await search.fill('')
  await page.getByRole('checkbox', { name: 'With transcript' }).click()
  await expect(rowsOf(page)).toHaveText([/Mindset Coach/])
  await expect(page).toHaveURL('/dashboard/sessions?kept=1')
  await page.goBack()
  await expect(page).toHaveURL('/dashboard/sessions')
  await expect(rowsOf(page)).toHaveCount(2)

  // Choosing the current value is not a step.
  await choose(page, 'Time', 'Last 30 days')
  await expect(page).toHaveURL('/dashboard/sessions?days=30')
  await choose(page, 'Time', 'Last 30 days')
  await page.goBack()
  await expect(page).toHaveURL('/dashboard/sessions')
})

test('sessions are listed twenty a page', tagged('D58'), async () => {
  const conversations = Array.from({ length: 21 }, (_, index) => talk('Growth Strategist', index + 1, 60 + index))
  serveSessions(server, conversations)
  await page.goto('/dashboard/sessions')
  const rows = rowsOf(page).filter({ hasText: 'Growth Strategist' })
  await expect(rows).toHaveCount(20)
  await expect(rows.first()).toContainText('1:00')
  await page.getByRole('link', { name: /next/i }).click()
  await expect(page).toHaveURL('/dashboard/sessions?page=2')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('1:20')
})

test('uncharged calls are listed separately and not counted', tagged('D189'), async () => {
  const free = [2, 3, 4, 5].map((hoursAgo) => talk('Sales Call Coach', hoursAgo, 7))
  serveSessions(server, [budgetTalk, ...free])
  await page.goto('/dashboard/sessions')
  const main = page.getByRole('main')
  const apart = main.locator('section').filter({ has: page.getByRole('heading', { name: 'Not charged' }) })
  await expect(rowsOf(page).first()).toContainText('2:31')
  await expect(main.getByRole('status')).toHaveText('1 session')
  await expect(apart.locator('[data-session]')).toHaveCount(3)
  await apart.getByRole('button', { name: 'Show All 4' }).click()
  await expect(apart.locator('[data-session]')).toHaveCount(4)
  await expect(apart).not.toContainText('0:')

  serveSessions(server, free)
  await page.reload()
  await expect(main.getByText('No sessions yet')).toBeVisible()
  await expect(apart.locator('[data-session]')).toHaveCount(3)
})

test('saving every transcript is an option, off at first, with its days; a failure leaves it unchanged (D90)', async () => {
  serveSessions(server, [])
  server.break(updateTranscriptSettings)
  await page.goto('/dashboard/sessions')
  const save = page.getByRole('switch', { name: 'Save transcript' })
  const days = page.getByLabel('Days until a transcript is deleted')
  await expect(save).not.toBeChecked()
  await expect(days).toHaveValue('90')
  await save.click()
  await expect(toastOf(page).locator('p')).toHaveText('Failed to save your transcript settings. Please try again.')
  await expect(save).not.toBeChecked()

  let kept: Answer<typeof transcriptSettings> = keepsNothing
  server.answer(transcriptSettings, () => kept)
  server.answer(updateTranscriptSettings, ({ body }) => (kept = { ...kept, ...body }))
  await save.click()
  await expect(save).toBeChecked()
  await days.fill('366')
  await expect(page.getByText('Please choose 1 to 365 days')).toBeVisible()
  await days.fill('30')
  await expect
    .poll(() => server.asked(updateTranscriptSettings).map(({ body }) => body))
    .toEqual([{ save: true }, { save: true }, { keptDays: 30 }])
  await page.reload()
  await expect(save).toBeChecked()
  await expect(days).toHaveValue('30')
})
