import { analyseAgain, editRecap, mailRecap } from '#contract/results/recap.ts'
import { changeNextStep } from '#contract/results/next-steps.ts'
import { expectNoSidewaysScrolling } from '../../kit/browser/accessible.ts'
import { as, expect, page, server, subscriberMe, tagged, test, toastOf } from '#tests/pages.ts'
import { openSession as open, recap, serve, serveStep, step } from './recaps.ts'

test.beforeEach(() => as(subscriberMe))

test('a kept session shows what came of it, and under an answer what was read for it', tagged('B5 D184'), async () => {
  serve(server)
  await open(page)
  await expect(page.getByRole('heading', { name: 'Parental leave' })).toBeVisible()
  await expect(page.getByText(recap.summary)).toBeVisible()
  const text = page.getByRole('list', { name: 'Transcript' })
  const answer = text.getByRole('listitem').filter({ hasText: 'Fourteen weeks, with full pay.' })
  await expect(answer).toContainText('Read for this answer')
  await expect(answer).toContainText('Handbook')
  await expect(answer).toContainText('Parents take fourteen weeks with full pay.')
  await expect(text.getByText('Read for this answer')).toHaveCount(1)
  // Each step and source leads to its moment.
  await page.getByRole('button', { name: 'Call Anna: go to 1:04 in the transcript' }).click()
  const line = text.getByRole('listitem').filter({ hasText: 'I will call Anna on Friday.' })
  await expect(line).toBeFocused()
  await expect(line).toBeInViewport()
  await page.getByRole('button', { name: 'Handbook: go to 0:07 in the transcript' }).click()
  await expect(answer).toBeFocused()
})

test('a proposed step is accepted, changed or dismissed, by keyboard too', tagged('D184'), async () => {
  serve(server)
  await open(page)
  const row = page.getByRole('list', { name: 'Proposed next steps' }).getByRole('listitem')
  await expect(row).toContainText('Call Anna · by Fri, Dec 4')

  await row.getByRole('button', { name: 'Edit: Call Anna' }).click()
  const form = page.getByRole('form', { name: 'Edit: Call Anna' })
  await expect(form.getByLabel('Next step')).toBeFocused()
  await form.getByLabel('Next step').fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toContainText('Next step is required')
  await form.getByLabel('Next step').fill('Call Anna Meyer')
  await form.getByLabel('Due (optional)').fill('')
  serveStep(server, { title: 'Call Anna Meyer', dueOn: null as unknown as string })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Call Anna Meyer')
  await expect(row).not.toContainText('by Dec')
  await expect(row).toBeFocused()

  serveStep(server, { state: 'dismissed' })
  await row.getByRole('button', { name: 'Dismiss: Call Anna Meyer' }).press('Enter')
  await expect(row).toContainText('Dismissed')
  await expect(row).toBeFocused()
  serveStep(server, { state: 'open' })
  await row.getByRole('button', { name: 'Add After All: Call Anna' }).click()
  await expect(row).toContainText('On your list')
  await expect(row.getByRole('button', { name: /Dismiss|Add/ })).toHaveCount(0)
})

test('while a step is dismissed it cannot be added, and its row takes the focus only then', async () => {
  serve(server)
  await open(page)
  const row = page.getByRole('list', { name: 'Proposed next steps' }).getByRole('listitem')
  await expect(row).toContainText('Call Anna')
  serveStep(server, { state: 'dismissed' })
  const release = server.hold(changeNextStep)
  await row.getByRole('button', { name: 'Dismiss: Call Anna' }).press('Enter')
  await expect(row.getByRole('button', { name: 'Add: Call Anna' })).toBeDisabled()
  await expect(row.getByRole('button', { name: 'Edit: Call Anna' })).toBeDisabled()
  release()
  await expect(row).toBeFocused()

  // The row changes once more, after a press elsewhere.
  server.answer(analyseAgain, { ...recap, title: 'My leave', proposals: [{ ...step, state: 'open' }] })
  await page.getByRole('button', { name: 'Analyze Again' }).click()
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await expect(row).toContainText('On your list')
  await expect(page.getByRole('heading', { name: 'My leave' })).toBeVisible()
  await expect(page.locator('body')).toBeFocused()
})

test('a summary without a title can be changed alone', async () => {
  serve(server, { ...recap, title: null })
  await open(page)
  await page.getByRole('button', { name: 'Edit title and summary' }).click()
  const form = page.getByRole('form', { name: 'Edit title and summary' })
  await form.getByLabel('Summary').fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toContainText('Summary is required')
  await form.getByLabel('Summary').fill('Fourteen weeks.')
  server.answer(editRecap, { ...recap, title: null, summary: 'Fourteen weeks.', isEdited: true })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  expect(server.asked(editRecap).at(-1)?.body).toEqual({ summary: 'Fourteen weeks.' })
})

test('title and summary are changed by their person, and an analysis can run again', tagged('B7'), async () => {
  serve(server)
  await open(page)
  await page.getByRole('button', { name: 'Edit title and summary' }).click()
  const form = page.getByRole('form', { name: 'Edit title and summary' })
  await form.getByLabel('Title').fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toContainText('Title is required')
  await form.getByLabel('Title').fill('My leave')
  server.answer(editRecap, { ...recap, title: 'My leave', isEdited: true })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'My leave' })).toBeVisible()
  expect(server.asked(editRecap).at(-1)?.body).toEqual({ title: 'My leave' })
  await expect(page.getByRole('button', { name: 'Edit title and summary' })).toBeFocused()

  server.answer(analyseAgain, { ...recap, title: 'My leave', isEdited: true, summary: 'A new summary.' })
  await page.getByRole('button', { name: 'Analyze Again' }).click()
  await expect(page.getByText('A new summary.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'My leave' })).toBeVisible()
  await expect(page.getByText('Analyzed again.')).toBeVisible()
})

test('a recap is copied, and mailed to its person', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  serve(server)
  await open(page)
  await page.getByRole('button', { name: 'Copy Recap' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `Parental leave\n\n${recap.summary}\n\nNext steps:\n- Call Anna (by Dec 4, 2026)\n\nRead for the answers: Handbook\n`,
  )
  await page.setViewportSize({ width: 320, height: 800 })
  const sentTo = `${'anna.meyer.'.repeat(5)}a@example.com`
  server.answer(mailRecap, { sentTo })
  await page.getByRole('button', { name: 'Email to Me' }).click()
  await expect(page.getByText(`Sent to ${sentTo}.`)).toBeVisible()
  await expectNoSidewaysScrolling(page)

  // The last press is the one that is spoken of.
  server.answer(analyseAgain, recap)
  await page.getByRole('button', { name: 'Analyze Again' }).click()
  await expect(page.getByText('Analyzed again.')).toBeVisible()
  server.refuse(analyseAgain, 'recap_gone')
  await page.getByRole('button', { name: 'Analyze Again' }).click()
  await expect(toastOf(page)).toContainText("This session can't be analyzed again.")
  await expect(page.getByText('Analyzed again.')).toBeHidden()
})
