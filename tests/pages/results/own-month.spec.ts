import fs from 'node:fs/promises'
import { ratings } from '#contract/agents/ratings.ts'
import type { Answer } from '#contract/call.ts'
import { transcriptSettings } from '#contract/conversations/transcripts.ts'
import { myConversation } from '#contract/conversations/voice.ts'
import * as hours from '#contract/results/hours-saved.ts'
import { refusals } from '#server/kernel/problem.ts'
import * as luna from '#tests/pages.ts'
import { as, expect, expectWords, main, page, press, server, test } from '#tests/pages.ts'
import { keepsNothing, talk } from '../conversations/home.ts'
import { end, talkAs } from '../conversations/voice/talk.ts'

type Month = Answer<typeof hours.ownHoursSaved>

const coached = talk('Mindset Coach', 30, 754)
const hired = talk('Hiring Partner', 75, 1320)

function rowOf({ id: sessionId, agentId, agentName, startedAt }: typeof coached, savedMinutes: number) {
  return { sessionId, agentId, agentName, startedAt, savedMinutes }
}

function without(month: string, conversations: number): Month {
  return { month, conversations, answers: 0, savedMinutes: null, rows: [] }
}

test.beforeEach(async () => {
  as(luna.subscriberMe)
  await page.clock.setFixedTime(new Date('2026-11-22T10:00:00.000Z'))
})

test('the month shows the sum of the answers and each one, as a sheet and a file', async () => {
  const rows = [rowOf(coached, 75), rowOf(hired, 0)]
  const november = { month: '2026-11', conversations: 5, answers: 2, savedMinutes: 75, rows }
  server.answer(hours.ownHoursSaved, ({ query: { month } }) => (month === '2026-11' ? november : without(month, 0)))
  await page.goto('/dashboard/hours-saved')
  await expectWords(main(), 'Time saved in November 2026', 'You answered for 2 of 5 sessions.')
  await expect(main()).toContainText('A session without an answer adds nothing, and nothing is estimated.')
  await expect(main().getByText('1 h 15 min', { exact: true }).first()).toBeVisible()
  const shown = main().getByRole('table').getByRole('row')
  await expect(shown).toHaveText([/./, /Mindset Coach.*1 h 15 min/, /Hiring Partner.*0 min/])
  await expect(shown.nth(1).getByRole('link')).toHaveAttribute('href', `/dashboard/sessions/${coached.id}`)
  const asked = server.asked(hours.ownHoursSaved).map(({ query }) => query)
  expect(asked).toEqual([{ month: '2026-11', timeZone: 'Europe/Berlin' }])

  const saved = page.waitForEvent('download')
  await press(main(), 'Download CSV')
  const file = await saved
  expect(file.suggestedFilename()).toBe('hours-saved-2026-11.csv')
  expect(await fs.readFile(await file.path(), 'utf8')).toBe(
    `\uFEFFAgent,Started,Minutes saved\r\nMindset Coach,${coached.startedAt},75\r\nHiring Partner,${hired.startedAt},0\r\n`,
  )
  const month = main().getByRole('combobox', { name: 'Month' })
  await page.emulateMedia({ media: 'print' })
  await expect(main().getByText('Robin Reed · printed Nov 22, 2026')).toBeVisible()
  await expect(main().getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(month).toBeHidden()
  await page.emulateMedia({ media: null })
  await luna.chooseIn(month, 'October 2026')
  await expect(page).toHaveURL('/dashboard/hours-saved?month=2026-10')
  await expect(main()).toContainText('No sessions in October 2026')
})

test('a month without an answer has no figure, and a failure says so', async () => {
  server.answer(hours.ownHoursSaved, ({ query: { month } }) => without(month, 3))
  for (const [month, words] of [
    ['2026-10', 'You had 3 sessions. You can answer for 7 days after each one'],
    ['2026-09', 'You had 3 sessions and didn’t answer for any of them.'],
  ] as const) {
    await page.goto(`/dashboard/hours-saved?month=${month}`)
    await expect(main()).toContainText(words)
    await expect(main().getByRole('button', { name: 'Print' })).toHaveCount(0)
    await expect(main()).not.toContainText('0 min')
  }
  server.refuseWith(hours.ownHoursSaved, refusals.away())
  await page.goto('/dashboard/hours-saved')
  await expect(main().getByRole('button', { name: 'Retry' })).toBeVisible()
})

test.describe('the question', () => {
  const name = 'How much time did this save you?'
  const choices = () => main().getByRole('group', { name }).getByRole('button')
  const status = () => main().locator('section').filter({ hasText: name }).getByRole('status')
  const form = () => main().getByRole('form', { name: 'Other amount' })
  const answers = () => server.asked(hours.answerSavedTime).map(({ body }) => body.savedMinutes)
  let answerableUntil = ''

  test.beforeEach(() => {
    answerableUntil = '2026-11-28T10:00:00.000Z'
    server.answer(myConversation, {
      ...coached,
      hasWords: coached.hasTranscript,
      balanceBefore: 150,
      balanceAfter: 137.4333,
      note: null,
    })
    server.answer(ratings, [])
    server.answer(hours.removeSavedTime, () => ({ savedMinutes: null, answerableUntil }))
    accept()
  })

  const accept = () =>
    server.answer(hours.answerSavedTime, ({ body: { savedMinutes } }) => ({ savedMinutes, answerableUntil }))
  const said = (savedMinutes: number | null) => server.answer(hours.savedTimeOf, { savedMinutes, answerableUntil })
  const open = () => page.goto(`/dashboard/sessions/${coached.id}`)

  async function save(values: Record<string, string>): Promise<void> {
    for (const [label, value] of Object.entries(values)) await form().getByLabel(label).fill(value)
    await press(form(), 'Save')
  }

  test('is answered on the page of a session, changed to another time, and removed', async () => {
    server.break(hours.savedTimeOf)
    await open()
    await expect(main()).toContainText('We could not load your answer')
    said(null)
    await press(main(), 'Retry')
    await expect(choices()).toHaveText(['0 min', '15 min', '30 min', '1 h', 'More'])
    await expect(status()).toContainText('Optional.')
    await choices().nth(2).click()
    await expect(status()).toHaveText('You said 30 min. You can change it until Nov 28, 2026.')
    await expect(choices().nth(2)).toHaveAttribute('aria-pressed', 'true')

    await choices().nth(4).click()
    for (const [values, words] of [
      [{ Hours: '', Minutes: '' }, 'Enter hours, minutes, or both'],
      [{ Hours: '9' }, 'Please enter a whole number from 0 to 8'],
      [{ Hours: '1.5' }, 'Please enter a whole number from 0 to 8'],
      [{ Hours: '8', Minutes: '30' }, 'The most is 8 hours'],
    ] as const) {
      await save(values)
      await expect(form()).toContainText(words)
    }
    server.break(hours.answerSavedTime)
    await save({ Hours: '1' })
    await expect(luna.toastOf(page)).toContainText('Failed to save your answer')
    await expect(form().getByLabel('Minutes')).toHaveValue('30')
    accept()
    await save({})
    await expect(status()).toContainText('You said 1 h 30 min.')
    await expect(form()).toHaveCount(0)
    await expect(choices().nth(4)).toHaveText('1 h 30 min')
    await expect(choices().nth(4)).toBeFocused()
    expect(answers()).toEqual([30, 90, 90])

    await press(main(), 'Remove answer')
    await expect(status()).toContainText('Optional.')
    await expect(choices().nth(4)).toHaveText('More')
    await expect(choices().first()).toBeFocused()
    expect(server.asked(hours.removeSavedTime)).toHaveLength(1)
    server.refuse(hours.answerSavedTime, 'answer_too_late')
    await choices().first().click()
    const late = 'Failed to save your answerYou can answer for 7 days after a conversation.'
    await expect(luna.toastOf(page)).toContainText(late)
    await expect(choices().first()).toHaveAttribute('aria-pressed', 'false')
  })

  test('keeps what is typed under "More" while another answer is on its way', async () => {
    said(15)
    await open()
    const release = server.hold(hours.answerSavedTime)
    await choices().nth(2).click()
    await choices().nth(4).click()
    await form().getByLabel('Hours').fill('2')
    await choices().first().click()
    await press(main(), 'Remove answer')
    await expect(form().getByLabel('Hours')).toHaveValue('2')
    release()
    await expect(main().getByText('You said 30 min.')).toBeVisible()
    await expect(form().getByLabel('Hours')).toHaveValue('2')
    expect(answers()).toEqual([30])
    expect(server.asked(hours.removeSavedTime)).toEqual([])
  })

  test('is in the recap of a charged session, and gone after a week', async () => {
    server.answer(transcriptSettings, keepsNothing)
    const { dialog } = await talkAs()
    await end(dialog)
    await press(dialog.getByRole('group', { name }), '15 min')
    await expect(dialog.getByText('You said 15 min. You can change it until Nov 28, 2026.')).toBeVisible()
    answerableUntil = '2026-11-21T10:00:00.000Z'
    said(60)
    await open()
    await expect(main().getByText('You said 1 h.')).toBeVisible()
    await expect(main().getByRole('button', { name: '15 min' })).toHaveCount(0)
    await press(main(), 'Remove answer')
    await expect(main().getByText(name)).toHaveCount(0)
    expect(answers()).toEqual([15])
  })
})
