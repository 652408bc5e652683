import { refusals } from '#server/kernel/problem.ts'
import { changeNextStep } from '#contract/results/next-steps.ts'
import { analyseAgain, editRecap, mailRecap, readRecap } from '#contract/results/recap.ts'
import { expectNoSidewaysScrolling } from '../../kit/browser/accessible.ts'
import { as, expect, main, page, press, server, subscriberMe, tagged, test, toastOf } from '#tests/pages.ts'
import { nothing, recap, serve, serveStep, shown } from './recaps.ts'

test.beforeEach(() => {
  as(subscriberMe)
  serve(server)
})

const open = () => page.goto(`/dashboard/sessions/${shown.id}`)
const proposal = () => page.getByRole('list', { name: 'Proposed next steps' }).getByRole('listitem')
const form = (name: string) => page.getByRole('form', { name })
const title = (name = 'Parental leave') => page.getByRole('heading', { name })

test('a kept session shows what came of it, and what was read for an answer', tagged('B5 D184'), async () => {
  await open()
  await expect(title()).toBeVisible()
  await expect(page.getByText(recap.summary)).toBeVisible()
  const text = page.getByRole('list', { name: 'Transcript' })
  const answer = text.getByRole('listitem').filter({ hasText: 'Fourteen weeks, with full pay.' })
  await expect(answer).toContainText(/Read for this answer.*Handbook.*Parents take fourteen weeks with full pay\./)
  await expect(text.getByText('Read for this answer')).toHaveCount(1)
  // Each step and source leads to its moment.
  await press(main(), 'Call Anna: go to 1:04 in the transcript')
  const line = text.getByRole('listitem').filter({ hasText: 'I will call Anna on Friday.' })
  await expect(line).toBeFocused()
  await expect(line).toBeInViewport()
  await press(main(), 'More')
  await press(main(), 'Handbook: go to 0:07 in the transcript')
  await expect(answer).toBeFocused()

  // It is copied, and mailed to its person.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await press(main(), 'Copy Recap')
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`\n\n${recap.summary}\n\n`)
  await page.setViewportSize({ width: 320, height: 800 })
  const sentTo = `${'anna.meyer.'.repeat(5)}a@example.com`
  server.answer(mailRecap, { sentTo })
  await press(main(), 'Email to Me')
  await expect(page.getByText(`Sent to ${sentTo}.`)).toBeVisible()
  await expectNoSidewaysScrolling(page)
})

test('a proposed step is accepted, changed or dismissed, by keyboard too', tagged('D184'), async () => {
  await open()
  await expect(proposal()).toContainText('Call Anna · by Fri, Dec 4')
  await press(proposal(), 'Edit: Call Anna')
  const edit = form('Edit: Call Anna')
  await expect(edit.getByLabel('Next step')).toBeFocused()
  await edit.getByLabel('Next step').fill('')
  await press(edit, 'Save')
  await expect(edit).toContainText('Next step is required')
  await edit.getByLabel('Next step').fill('Call Anna Meyer')
  await edit.getByLabel('Due (optional)').fill('')
  serveStep(server, { title: 'Call Anna Meyer', dueOn: null as unknown as string })
  await press(edit, 'Save')
  await expect(proposal()).toContainText('Call Anna Meyer')
  await expect(proposal()).not.toContainText('by Dec')
  await expect(proposal()).toBeFocused()

  // While it is dismissed it cannot be added, and its row takes the focus only then.
  serveStep(server, { state: 'dismissed' })
  const release = server.hold(changeNextStep)
  await proposal().getByRole('button', { name: 'Dismiss: Call Anna Meyer' }).press('Enter')
  await expect(proposal().getByRole('button', { name: 'Add: Call Anna' })).toBeDisabled()
  await expect(proposal().getByRole('button', { name: 'Edit: Call Anna' })).toBeDisabled()
  release()
  await expect(proposal()).toContainText('Dismissed')
  await expect(proposal()).toBeFocused()
  serveStep(server, { state: 'open' })
  await press(proposal(), 'Add After All: Call Anna')
  await expect(proposal()).toContainText('On your list')
  await expect(proposal().getByRole('button', { name: /Dismiss|Add/ })).toHaveCount(0)
})

test('title and summary are changed by their person, and an analysis runs again', tagged('B7'), async () => {
  await open()
  await press(main(), 'Edit title and summary')
  const edit = form('Edit title and summary')
  for (const part of ['Title', 'Summary']) {
    await edit.getByLabel(part).fill('')
    await press(edit, 'Save')
    await expect(edit).toContainText(`${part} is required`)
  }
  await edit.getByLabel('Summary').fill(recap.summary)
  await edit.getByLabel('Title').fill('My leave')
  server.answer(editRecap, { ...recap, title: 'My leave', isEdited: true })
  await press(edit, 'Save')
  await expect(title('My leave')).toBeVisible()
  expect(server.asked(editRecap).at(-1)?.body).toEqual({ title: 'My leave' })
  await expect(page.getByRole('button', { name: 'Edit title and summary' })).toBeFocused()
  server.answer(analyseAgain, { ...recap, title: 'My leave', isEdited: true, summary: 'A new summary.' })
  await press(main(), 'More')
  await press(main(), 'Analyze Again')
  await expect(page.getByText('A new summary.')).toBeVisible()
  await expect(title('My leave')).toBeVisible()
  await expect(page.getByText('Analyzed again.')).toBeVisible()
  server.refuse(analyseAgain, 'recap_gone')
  await press(main(), 'Analyze Again')
  await expect(toastOf(page)).toContainText("This session can't be analyzed again.")
  await expect(page.getByText('Analyzed again.', { exact: true })).toBeHidden()

  // A summary without a title can be changed by itself.
  serve(server, { ...recap, title: null })
  await open()
  await press(main(), 'Edit title and summary')
  await edit.getByLabel('Summary').fill('Fourteen weeks.')
  server.answer(editRecap, { ...recap, title: null, summary: 'Fourteen weeks.', isEdited: true })
  await press(edit, 'Save')
  await expect(edit).toBeHidden()
  expect(server.asked(editRecap).at(-1)?.body).toEqual({ summary: 'Fourteen weeks.' })
})

test('a recap arrives by itself; a failure can be repeated, and nothing is stated', async () => {
  serve(server, { ...nothing, state: 'processing' })
  await open()
  await expect(page.getByText('Writing the recap…')).toBeVisible()
  server.answer(readRecap, recap)
  await expect(title()).toBeVisible()

  server.refuse(readRecap, 'provider_away')
  await open()
  await expect(main()).toContainText("Our voice provider isn't responding right now. Please try again later.")
  // The page has its own words for it, and a toast would take the place of others.
  await expect(toastOf(page)).toHaveCount(0)
  server.answer(readRecap, { ...nothing, state: 'none' })
  await press(main(), 'Check Again')
  await expect(page.getByText("There's no recap of this session.")).toBeVisible()
})

test('after a minute people look again by themselves', async () => {
  await page.clock.install()
  const look = async (times: number) => {
    for (let time = 0; time < times; time++) {
      const before = server.asked(readRecap).length
      await page.clock.runFor(2000)
      await expect.poll(() => server.asked(readRecap).length).toBe(before + 1)
      await page.waitForLoadState('networkidle')
    }
  }
  serve(server, { ...nothing, state: 'processing' })
  await open()
  await expect(page.getByText('Writing the recap…')).toBeVisible()
  await look(14)
  // A failure counts, too, and is not the end.
  server.refuseWith(readRecap, refusals.tooMany(60))
  await look(1)
  await expect(page.getByText('Writing the recap…')).toBeHidden()
  serve(server, { ...nothing, state: 'processing' })
  await look(14)
  await page.clock.runFor(10_000)
  await expect(page.getByText('The recap is taking longer than usual.')).toBeVisible()
  expect(server.asked(readRecap)).toHaveLength(30)

  server.answer(readRecap, recap)
  await press(main(), 'Check Again')
  await expect(title()).toBeVisible()
})
