import { ratings } from '#contract/agents/ratings.ts'
import { transcriptSettings } from '#contract/conversations/transcripts.ts'
import { myConversation } from '#contract/conversations/voice.ts'
import * as hours from '#contract/results/hours-saved.ts'
import * as luna from '#tests/pages.ts'
import { as, expect, main, page, press, server, test } from '#tests/pages.ts'
import { keepsNothing, serveSessions, talk } from '../conversations/home.ts'
import { asks, end, talkAs } from '../conversations/voice/talk.ts'

const coached = talk('Mindset Coach', 30, 754)
const hired = talk('Hiring Partner', 75, 1320)

test.beforeEach(async () => {
  as(luna.subscriberMe)
  await page.clock.setFixedTime(new Date('2026-11-22T10:00:00.000Z'))
})

test('the sum of the answers of this month is one line of the list of sessions', async () => {
  serveSessions(server, [coached, hired])
  const month = { month: '2026-11', conversations: 5, answers: 2, savedMinutes: 75, rows: [] }
  server.answer(hours.ownHoursSaved, month)
  await page.goto('/dashboard/sessions')
  await expect(main()).toContainText('You said your sessions saved you 1 h 15 min in November 2026.')
  const asked = server.asked(hours.ownHoursSaved).map(({ query }) => query)
  expect(asked).toEqual([{ month: '2026-11', timeZone: 'Europe/Berlin' }])
  // Without an answer there is no figure.
  server.answer(hours.ownHoursSaved, { ...month, answers: 0, savedMinutes: null })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Talk Time' })).toBeVisible()
  await expect(main()).not.toContainText('saved you')
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
    await expect(choices()).toHaveText(['0 min', '15 min', '30 min', '1 h', 'Other'])
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
    await expect(choices().nth(4)).toHaveText('Other')
    await expect(choices().first()).toBeFocused()
    expect(server.asked(hours.removeSavedTime)).toHaveLength(1)
    server.refuse(hours.answerSavedTime, 'answer_too_late')
    await choices().first().click()
    const late = 'Failed to save your answerYou can answer for 7 days after a conversation.'
    await expect(luna.toastOf(page)).toContainText(late)
    await expect(choices().first()).toHaveAttribute('aria-pressed', 'false')
  })

  test('keeps what is typed under "Other" while another answer is on its way', async () => {
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
    const { line, dialog } = await talkAs()
    line.say(asks('Where do I start?'))
    await end(dialog)
    await press(dialog, 'More')
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
