import fs from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessible.ts'
import { choose } from '../kit/choosing.ts'
import { breakWrites } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { addPastSession } from './past-sessions.ts'
import { enter, type Person, sql, subscriber } from './people.ts'
import { becomeTalker } from './talkers.ts'
import { expectToast, startTalking, toast } from './talking.ts'
import { hold } from '../kit/watch.ts'

const budgetTalk = {
  agent: 'Mindset Coach',
  seconds: 151,
  texts: ['Hello. What keeps you busy?', '=1+1, I put off the *budget*.', 'Start with five minutes of the budget.'],
}

function rowsOf(page: Page) {
  return page.locator('[data-session]')
}

async function daysKept(person: Person): Promise<unknown> {
  return sql('select save, kept_days from transcript_setting where user_id = $1', [person.id])
}

test('sessions are found by agent, time, kept text and what was said; the address says how (D58, D90)', async ({
  page,
  context,
}) => {
  const person = await subscriber()
  await addPastSession(person, budgetTalk)
  await addPastSession(person, { agent: 'Hiring Partner', seconds: 61, hoursAgo: 24 * 8 })
  await addPastSession(person, { agent: 'Growth Strategist', seconds: 61, hoursAgo: 24 * 40, texts: ['Hello'] })
  await enter(context, person)
  const release = await hold(page, '**/api/user/transcripts**')
  await page.goto('/dashboard/sessions')
  await expect(rowsOf(page)).toContainText(['Mindset Coach', 'Hiring Partner', 'Growth Strategist'])
  const search = page.getByRole('searchbox', { name: 'Search sessions' })
  const count = page.getByRole('main').getByRole('status')
  await search.fill('BUDGET five')
  await expect(count).toContainText('Searching your transcripts…')
  await release()
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText('Start with five minutes of the budget.')
  await expect(rowsOf(page).locator('mark')).toHaveText(['five', 'budget'])
  await expect(count).toHaveText('1 session')
  await expect(page).toHaveURL('/dashboard/sessions?q=BUDGET+five')
  await search.fill('hiring')
  await expect(rowsOf(page)).toContainText(['Hiring Partner'])
  await search.fill('')
  await expect(rowsOf(page)).toHaveCount(3)

  await choose(page, 'Time', 'Last 30 days')
  await expect(rowsOf(page)).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'With transcript' }).click()
  await expect(rowsOf(page)).toContainText(['Mindset Coach'])
  await expect(page).toHaveURL('/dashboard/sessions?days=30&kept=1')
  await page.goBack()
  await expect(rowsOf(page)).toHaveCount(2)
  await choose(page, 'Agent', 'Hiring Partner')
  await expect(rowsOf(page)).toContainText(['Hiring Partner'])
  await page.reload()
  await expect(rowsOf(page)).toContainText(['Hiring Partner'])
  await search.fill('zzzz')
  await expect(page.getByText('No sessions found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(search).toBeFocused()
  await expect(rowsOf(page)).toHaveCount(3)
  await expect(page).toHaveURL('/dashboard/sessions')
})

test('a choice right after typing is a step of its own: Back shows what was seen before it (D58)', async ({
  page,
  context,
}) => {
  const person = await subscriber()
  await addPastSession(person, budgetTalk)
  await addPastSession(person, { agent: 'Hiring Partner', seconds: 61 })
  await enter(context, person)
  await page.goto('/dashboard/sessions?q=hiring')
  const search = page.getByRole('searchbox', { name: 'Search sessions' })
  await search.fill('')
  await page.getByRole('checkbox', { name: 'With transcript' }).click()
  await expect(rowsOf(page)).toContainText(['Mindset Coach'])
  await expect(page).toHaveURL('/dashboard/sessions?kept=1')
  await page.goBack()
  await expect(page).toHaveURL('/dashboard/sessions')
  await expect(rowsOf(page)).toHaveCount(2)

  // What stands already is no step.
  await choose(page, 'Time', 'Last 30 days')
  await expect(page).toHaveURL('/dashboard/sessions?days=30')
  await choose(page, 'Time', 'Last 30 days')
  await page.goBack()
  await expect(page).toHaveURL('/dashboard/sessions')
})

test('a session has its own page: when, how long, charged, before and after (S307, D71)', async ({ page, context }) => {
  const person = await subscriber()
  const long = await addPastSession(person, { agent: 'Hiring Partner', seconds: 4515, hoursAgo: 3 })
  const short = await addPastSession(person, { agent: 'Mindset Coach', seconds: 7 })
  await enter(context, person)
  await page.goto('/dashboard/sessions')
  await page.getByRole('link', { name: 'Hiring Partner' }).click()
  await expect(page).toHaveURL(`/dashboard/sessions/${long}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Session with Hiring Partner')
  const main = page.getByRole('main')
  const figure = (name: string) => main.getByText(name, { exact: true }).locator('..').getByRole('definition').first()
  await expect(figure('Duration')).toHaveText('1:15:15')
  await expect(figure('Charged')).toHaveText('1:15:15')
  await expect(figure('Before')).toHaveText('150')
  await expect(figure('After')).toHaveText('74.75')
  await expect(main).toContainText('You ended the session.')
  await expect(main).toContainText('No transcript kept')

  await page.goto(`/dashboard/sessions/${short}`)
  await expect(figure('Charged')).toHaveText('Nothing')
  await expect(main).toContainText('Under 10 seconds')
  await expect(figure('Before')).toHaveText('74.75')
  await expect(figure('After')).toHaveText('74.75')
})

test("another's and an unknown session are not found", async ({ page, context }) => {
  const id = await addPastSession(await subscriber(), budgetTalk)
  await enter(context, await subscriber())
  for (const wanted of [id, crypto.randomUUID(), 'no-id']) {
    await page.goto(`/dashboard/sessions/${wanted}`)
    await expect(page.getByText('This session does not exist.')).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText('budget')
  }
})

test('a kept text is read, taken along as text, Markdown and table, and erased (D90)', async ({ page, context }) => {
  const person = await subscriber()
  const id = await addPastSession(person, budgetTalk)
  await enter(context, person)
  await page.goto('/dashboard/sessions?q=budget')
  await page.getByRole('link', { name: 'Mindset Coach' }).click()
  const lines = page.getByRole('list', { name: 'Transcript' })
  await expect(lines.getByRole('listitem')).toHaveCount(3)
  await expect(lines.locator('mark')).toHaveText(['budget', 'budget'])
  const file = async (kind: string) => {
    await page.getByRole('button', { name: 'Export' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: kind }).click()
    const download = await saved
    return { name: download.suggestedFilename(), text: await fs.readFile(await download.path(), 'utf8') }
  }
  const text = await file('Text (.txt)')
  expect(text.name).toMatch(/^luna-\d{4}-\d\d-\d\d-mindset-coach\.txt$/)
  expect(text.text).toContain('[0:07] You: =1+1, I put off the *budget*.\n')
  expect((await file('Markdown (.md)')).text).toContain(String.raw`**You** (0:07): =1+1, I put off the \*budget\*.`)
  expect((await file('Spreadsheet (.csv)')).text).toContain(`0:07,7,You,"'=1+1, I put off the *budget*."\r\n`)

  const erase = page.getByRole('button', { name: 'Delete Transcript' })
  await erase.click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete this transcript?' })
  const mend = await breakWrites('session_transcript', 'delete', person)
  await dialog.getByRole('button', { name: 'Delete Transcript' }).click()
  await expectToast(page, 'Error', 'Failed to delete the transcript. Please try again.')
  await expect(dialog).toBeHidden()
  await expect(lines).toBeVisible()
  await mend()
  await erase.click()
  await dialog.getByRole('button', { name: 'Delete Transcript' }).click()
  await expect(toast(page)).toContainText('Transcript Deleted')
  await expect(page.getByText('No transcript kept')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await sql('select * from session_transcript where session_id = $1', [id])).toEqual([])
})

test('saving every transcript is a choice, off at first, with its days; a failure leaves it as it was (D90)', async ({
  page,
  context,
}) => {
  const person = await subscriber()
  await enter(context, person)
  await page.goto('/dashboard/sessions')
  const save = page.getByRole('switch', { name: 'Save transcript' })
  const days = page.getByLabel('Days until a transcript is erased')
  await expect(save).not.toBeChecked()
  await expect(days).toHaveValue('90')
  const mend = await breakWrites('transcript_setting', 'insert', person)
  await save.click()
  await expectToast(page, 'Error', 'Failed to save your choice. Please try again.')
  await expect(save).not.toBeChecked()
  await mend()
  await save.click()
  await expect(save).toBeChecked()
  await expect.poll(() => daysKept(person)).toEqual([{ save: true, kept_days: 90 }])
  await days.fill('366')
  await expect(page.getByText('Please choose 1 to 365 days')).toBeVisible()
  await days.fill('30')
  await expect.poll(() => daysKept(person)).toEqual([{ save: true, kept_days: 30 }])
  await page.reload()
  await expect(save).toBeChecked()
  await expect(days).toHaveValue('30')
})

test('with saving on, the recap shows that the text is kept, forgets it on a press, and keeps it again (D90)', async ({
  page,
}) => {
  const talker = await becomeTalker(page)
  await sql('insert into transcript_setting (user_id, save, updated_at) values ($1, true, now())', [talker.id])
  const dialog = await startTalking(page)
  await expect(dialog.getByRole('log', { name: 'Transcript' })).toContainText("I'm glad you called.")
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  const texts = () => sql('select session_id from session_transcript where user_id = $1', [talker.id])
  await expect(dialog.getByRole('status')).toContainText('Transcript kept until')
  expect(await texts()).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Forget transcript' }).click()
  await expect(dialog.getByRole('status')).toHaveText('Forgotten: nothing of it is stored.')
  await expect(dialog.getByRole('button', { name: 'Keep transcript' })).toBeFocused()
  expect(await texts()).toEqual([])
  await dialog.getByRole('button', { name: 'Keep transcript' }).click()
  await expect(dialog.getByRole('status')).toContainText('Transcript kept until')
  expect(await texts()).toHaveLength(1)
})

test('the recap lets people rate who have talked for 2 minutes in all (D55)', async ({ page }) => {
  const talker = await becomeTalker(page)
  await addPastSession(talker, { agent: 'Mindset Coach', seconds: 121 })
  const dialog = await startTalking(page)
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await dialog.getByRole('group', { name: 'Rate Mindset Coach' }).getByRole('button', { name: '5 stars' }).click()
  await expect(dialog.getByText('5 of 5 stars. A press changes it.')).toBeVisible()
  expect(await sql('select stars from agent_rating where user_id = $1', [talker.id])).toEqual([{ stars: 5 }])
})

test('the lists, the pages and their empty states are accessible', async ({ page, context }) => {
  const person = await subscriber()
  await enter(context, person)
  await page.goto('/dashboard/sessions')
  await expect(page.getByText('No sessions yet')).toBeVisible()
  await expectAccessible(page)
  const id = await addPastSession(person, budgetTalk)
  for (const path of ['/dashboard/sessions?q=budget', `/dashboard/sessions/${id}?q=budget`, '/account/minutes']) {
    await page.goto(path)
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: /Mindset Coach|Your Sessions/ })
        .first(),
    ).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectAccessible(page)
  }
})
