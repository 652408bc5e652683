import fs from 'node:fs/promises'
import type { Answer } from '#contract/call.ts'
import { ratings } from '#contract/agents/ratings.ts'
import { myConversation } from '#contract/conversations/voice.ts'
import { transcriptSettings } from '#contract/conversations/transcripts.ts'
import { answerSavedTime, ownHoursSaved, removeSavedTime, savedTimeOf } from '#contract/results/hours-saved.ts'
import { refusals } from '#server/kernel/problem.ts'
import { as, chooseIn, expect, page, server, subscriberMe, test, toastOf } from '#tests/pages.ts'
import { keepsNothing, talk } from '../conversations/home.ts'
import { serveTalk, startTalking } from '../conversations/voice/talk.ts'

type Month = Answer<typeof ownHoursSaved>

const coached = talk('Mindset Coach', 30, 754)
const hired = talk('Hiring Partner', 75, 1320)

const november = {
  month: '2026-11',
  conversations: 5,
  answers: 2,
  savedMinutes: 75,
  rows: [
    { ...idsOf(coached), savedMinutes: 75 },
    { ...idsOf(hired), savedMinutes: 0 },
  ],
} satisfies Month

function idsOf({ id: sessionId, agentId, agentName, startedAt }: typeof coached) {
  return { sessionId, agentId, agentName, startedAt }
}

const without = (month: string, conversations: number): Month => ({
  month,
  conversations,
  answers: 0,
  savedMinutes: null,
  rows: [],
})

test.beforeEach(async () => {
  as(subscriberMe)
  await page.clock.setFixedTime(new Date('2026-11-22T10:00:00.000Z'))
})

test('the month shows the sum of what its person said, with every answer, as a sheet and a file', async () => {
  server.answer(ownHoursSaved, ({ query: { month } }) => (month === '2026-11' ? november : without(month, 0)))
  await page.goto('/dashboard/hours-saved')
  const main = page.getByRole('main')
  await expect(main).toContainText('Time saved in November 2026')
  await expect(main.getByText('1 h 15 min', { exact: true }).first()).toBeVisible()
  await expect(main).toContainText('You answered for 2 of 5 sessions.')
  await expect(main).toContainText('A session without an answer adds nothing, and nothing is estimated.')
  const rows = main.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(1)).toContainText(/Mindset Coach.*1 h 15 min/)
  await expect(rows.nth(2)).toContainText(/Hiring Partner.*0 min/)
  await expect(rows.nth(1).getByRole('link')).toHaveAttribute('href', `/dashboard/sessions/${coached.id}`)
  expect(server.asked(ownHoursSaved).map(({ query }) => query)).toEqual([
    { month: '2026-11', timeZone: 'Europe/Berlin' },
  ])

  const saved = page.waitForEvent('download')
  await main.getByRole('button', { name: 'Download CSV' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('hours-saved-2026-11.csv')
  expect(await fs.readFile(await file.path(), 'utf8')).toBe(
    `\uFEFFAgent,Started,Minutes saved\r\nMindset Coach,${coached.startedAt},75\r\nHiring Partner,${hired.startedAt},0\r\n`,
  )

  await page.emulateMedia({ media: 'print' })
  await expect(main.getByText('Robin Reed · printed Nov 22, 2026')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(main.getByRole('combobox', { name: 'Month' })).toBeHidden()
  await page.emulateMedia({ media: null })

  await chooseIn(main.getByRole('combobox', { name: 'Month' }), 'October 2026')
  await expect(page).toHaveURL('/dashboard/hours-saved?month=2026-10')
  await expect(main).toContainText('No sessions in October 2026')
})

test('a month without an answer has no figure, and a failure says so', async () => {
  server.answer(ownHoursSaved, without('2026-11', 4))
  await page.goto('/dashboard/hours-saved?month=2019-01')
  const main = page.getByRole('main')
  await expect(main).toContainText('No answers in November 2026')
  await expect(main).toContainText('You had 4 sessions. You can answer for 7 days after each one')
  await expect(main.getByRole('button', { name: 'Print' })).toHaveCount(0)
  await expect(main).not.toContainText('0 min')
  server.answer(ownHoursSaved, ({ query: { month } }) => without(month, 3))
  await page.goto('/dashboard/hours-saved?month=2026-10')
  await expect(main).toContainText('You had 3 sessions. You can answer for 7 days after each one')
  await page.goto('/dashboard/hours-saved?month=2026-09')
  await expect(main).toContainText('You had 3 sessions and didn’t answer for any of them.')
  server.refuseWith(ownHoursSaved, refusals.away())
  await page.goto('/dashboard/hours-saved')
  await expect(main.getByRole('button', { name: 'Retry' })).toBeVisible()
})

test.describe('the question', () => {
  test('on the page of a session: answered, changed to another time, and removed', async () => {
    const answerableUntil = '2026-11-28T10:00:00.000Z'
    server.answer(myConversation, { ...coached, balanceBefore: 150, balanceAfter: 137.4333, note: null })
    server.answer(ratings, [])
    server.answer(savedTimeOf, { savedMinutes: null, answerableUntil })
    server.answer(answerSavedTime, ({ body }) => ({ savedMinutes: body.savedMinutes, answerableUntil }))
    server.answer(removeSavedTime, { savedMinutes: null, answerableUntil })
    await page.goto(`/dashboard/sessions/${coached.id}`)
    const card = page.getByRole('main').locator('section').filter({ hasText: 'How much time did this save you?' })
    const choices = card.getByRole('group', { name: 'How much time did this save you?' }).getByRole('button')
    await expect(choices).toHaveText(['0 min', '15 min', '30 min', '1 h', 'More'])
    await expect(card.getByRole('status')).toContainText('Optional.')

    await choices.nth(2).click()
    await expect(card.getByRole('status')).toHaveText('You said 30 min. You can change it until Nov 28, 2026.')
    await expect(choices.nth(2)).toHaveAttribute('aria-pressed', 'true')

    await choices.nth(4).click()
    const form = card.getByRole('form', { name: 'Other amount' })
    await form.getByLabel('Hours').fill('')
    await form.getByLabel('Minutes').fill('')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toContainText('Enter hours, minutes, or both')
    for (const wrong of ['9', '1.5']) {
      await form.getByLabel('Hours').fill(wrong)
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(form).toContainText('Please enter a whole number from 0 to 8')
    }
    await form.getByLabel('Hours').fill('8')
    await form.getByLabel('Minutes').fill('30')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toContainText('The most is 8 hours')
    await form.getByLabel('Hours').fill('1')
    server.break(answerSavedTime)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(toastOf(page)).toContainText('Answer Not Saved')
    await expect(form.getByLabel('Minutes')).toHaveValue('30')
    server.answer(answerSavedTime, ({ body }) => ({ savedMinutes: body.savedMinutes, answerableUntil }))
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(card.getByRole('status')).toContainText('You said 1 h 30 min.')
    await expect(form).toHaveCount(0)
    await expect(choices.nth(4)).toHaveText('1 h 30 min')
    await expect(choices.nth(4)).toBeFocused()
    expect(server.asked(answerSavedTime).map(({ body }) => body.savedMinutes)).toEqual([30, 90, 90])

    await card.getByRole('button', { name: 'Remove answer' }).click()
    await expect(card.getByRole('status')).toContainText('Optional.')
    await expect(choices.nth(4)).toHaveText('More')
    await expect(choices.first()).toBeFocused()
    expect(server.asked(removeSavedTime)).toHaveLength(1)

    server.refuse(answerSavedTime, 'answer_too_late')
    await choices.first().click()
    await expect(toastOf(page)).toContainText('Answer Not SavedYou can answer for 7 days after a conversation.')
    await expect(choices.first()).toHaveAttribute('aria-pressed', 'false')
  })

  test('keeps what is typed under "More" while another answer is on its way, and takes nothing else', async () => {
    const answerableUntil = '2026-11-28T10:00:00.000Z'
    server.answer(myConversation, { ...coached, balanceBefore: 150, balanceAfter: 137.4333, note: null })
    server.answer(ratings, [])
    server.answer(savedTimeOf, { savedMinutes: 15, answerableUntil })
    server.answer(answerSavedTime, ({ body }) => ({ savedMinutes: body.savedMinutes, answerableUntil }))
    await page.goto(`/dashboard/sessions/${coached.id}`)
    const main = page.getByRole('main')
    const choices = main.getByRole('group', { name: 'How much time did this save you?' }).getByRole('button')
    const release = server.hold(answerSavedTime)
    await choices.nth(2).click()
    await choices.nth(4).click()
    const form = main.getByRole('form', { name: 'Other amount' })
    await form.getByLabel('Hours').fill('2')
    await choices.first().click()
    await main.getByRole('button', { name: 'Remove answer' }).click()
    await expect(form.getByLabel('Hours')).toHaveValue('2')
    release()
    await expect(main.getByText('You said 30 min.')).toBeVisible()
    await expect(form.getByLabel('Hours')).toHaveValue('2')
    expect(server.asked(answerSavedTime).map(({ body }) => body.savedMinutes)).toEqual([30])
    expect(server.asked(removeSavedTime)).toEqual([])
  })

  test('says when the answer cannot be read, and tries again', async () => {
    server.answer(myConversation, { ...coached, balanceBefore: 150, balanceAfter: 137.4333, note: null })
    server.answer(ratings, [])
    server.break(savedTimeOf)
    await page.goto(`/dashboard/sessions/${coached.id}`)
    const main = page.getByRole('main')
    await expect(main).toContainText('We could not load your answer')
    server.answer(savedTimeOf, { savedMinutes: 60, answerableUntil: '2026-11-21T10:00:00.000Z' })
    await main.getByRole('button', { name: 'Retry' }).click()
    await expect(main.getByText('You said 1 h.')).toBeVisible()
  })

  test('is gone after a week, where an answer can only be removed', async () => {
    const answerableUntil = '2026-11-21T10:00:00.000Z'
    server.answer(myConversation, { ...coached, balanceBefore: 150, balanceAfter: 137.4333, note: null })
    server.answer(ratings, [])
    server.answer(savedTimeOf, { savedMinutes: 60, answerableUntil })
    await page.goto(`/dashboard/sessions/${coached.id}`)
    const main = page.getByRole('main')
    await expect(main.getByText('You said 1 h.')).toBeVisible()
    await expect(main.getByRole('button', { name: '15 min' })).toHaveCount(0)
    server.answer(removeSavedTime, { savedMinutes: null, answerableUntil })
    await main.getByRole('button', { name: 'Remove answer' }).click()
    await expect(main.getByText('How much time did this save you?')).toHaveCount(0)
  })

  test('stands in the recap of a charged session', async () => {
    await serveTalk(page, server, subscriberMe)
    server.answer(transcriptSettings, keepsNothing)
    server.answer(answerSavedTime, ({ body }) => ({
      savedMinutes: body.savedMinutes,
      answerableUntil: '2026-11-29T10:00:00.000Z',
    }))
    const dialog = await startTalking(page)
    await dialog.getByRole('button', { name: 'End', exact: true }).click()
    const question = dialog.getByRole('group', { name: 'How much time did this save you?' })
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: '15 min' }).click()
    await expect(dialog.getByText('You said 15 min. You can change it until Nov 29, 2026.')).toBeVisible()
    expect(server.asked(answerSavedTime)).toHaveLength(1)
  })
})
