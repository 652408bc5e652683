import * as steps from '#contract/results/next-steps.ts'
import * as luna from '#tests/pages.ts'
import { as, closeToasts, expect, main, page, press, server, subscriberMe, test, toastOf } from '#tests/pages.ts'
import { serveDashboard } from '../conversations/home.ts'
import { now, proposed, serveSteps, step, talked } from './steps.ts'

const { addNextStep, changeNextStep, deleteNextStep, finishMailedStep, mailedStep, nextSteps } = steps
const section = (name: string) => main().getByRole('region', { name, exact: true })
const rows = (name: string) => section(name).getByRole('listitem')
const done = (title: string) => page.getByRole('checkbox', { name: `Done: ${title}` })
const bodies = () => server.asked(changeNextStep).map(({ body }) => body)
const titleField = () => page.getByRole('textbox', { name: 'Next step' })

async function choose(title: string, item: string): Promise<void> {
  await press(main(), `More: ${title}`)
  await page.getByRole('menuitem', { name: item }).click()
}

test.beforeEach(async () => {
  await page.clock.setFixedTime(now)
  as(subscriberMe)
})

test('steps are grouped by what is urgent, and are finished and reopened', async () => {
  const due = { Late: '2026-11-24', Today: '2026-11-26', 'Next year': '2027-11-26', 'Some day': null }
  const over = step('Over', { state: 'done', doneAt: now.toISOString() })
  serveSteps(server, [...Object.entries(due).map(([title, dueOn]) => step(title, { dueOn })), over])
  const release = server.hold(changeNextStep)
  await page.goto('/dashboard/next-steps')
  await expect(rows('This week')).toContainText(['Overdue since Tue, Nov 24', 'Today'])
  await expect(rows('Open')).toContainText(['Nov 26, 2027', 'Some day'])
  await expect(rows('Done')).toHaveCount(1)

  // A press shows at once, and a second one before the answer sends nothing.
  await done('Late').click()
  const late = page.getByRole('checkbox', { name: 'Reopen: Late' })
  await expect(late).toBeChecked()
  await late.click()
  release()
  await expect(rows('Done')).toHaveCount(2)
  // The focus follows the step.
  await expect(late).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows('This week')).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Reopen: Over' }).click()
  await expect(rows('Open')).toHaveCount(3)
  expect(bodies()).toEqual([{ state: 'done' }, { state: 'open' }, { state: 'open' }])
})

test('a step is added, edited and deleted with the keyboard alone', async () => {
  serveSteps(server, [])
  await page.goto('/dashboard/next-steps')
  await expect(page.getByText('Nothing on your list')).toBeVisible()
  await titleField().press('Enter')
  await expect(page.getByText('Next step is required')).toBeVisible()
  await titleField().fill('Call Anna')
  await page.getByLabel('Due (optional)').fill('2026-11-27')
  await page.keyboard.press('Enter')
  await expect(rows('This week')).toContainText('Fri, Nov 27')
  // Ready for the next one.
  await expect(titleField()).toBeFocused()
  await expect(titleField()).toHaveValue('')
  await page.keyboard.type('Send the offer')
  await page.keyboard.press('Enter')
  await expect(rows('Open')).toContainText('Send the offer')
  expect(server.asked(addNextStep).map(({ body }) => body)).toEqual([
    { title: 'Call Anna', dueOn: '2026-11-27' },
    { title: 'Send the offer', dueOn: null },
  ])

  await page.getByRole('button', { name: 'Edit: Call Anna' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit Step' })
  await dialog.getByLabel('Due (optional)').fill('')
  await dialog.getByLabel('Note (optional)').fill('Ask for the price')
  await dialog.getByRole('textbox', { name: 'Next step' }).fill('Write to Anna')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Edit: Write to Anna' })).toBeFocused()
  await expect(rows('Open')).toContainText(['Write to Anna', 'Send the offer'])
  expect(bodies()).toEqual([{ title: 'Write to Anna', note: 'Ask for the price', dueOn: null }])

  await page.getByRole('button', { name: 'More: Send the offer' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Delete this step?' })
  await expect(question).toContainText('This permanently deletes “Send the offer”.')
  await question.getByRole('button', { name: 'Delete Step' }).press('Enter')
  await expect(rows('Open')).toHaveCount(1)
  await expect(toastOf(page)).toContainText('Step Deleted')
  await expect(page.getByRole('button', { name: 'More: Write to Anna' })).toBeFocused()
  await closeToasts(page)
  server.break(deleteNextStep)
  await choose('Write to Anna', 'Delete')
  await press(question, 'Delete Step')
  await expect(toastOf(page)).toContainText('Failed to delete the step.')
  await expect(rows('Open')).toHaveCount(1)
})

test('the board has three columns between which steps move', async () => {
  // The row moves before its menu has faded out.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const tomorrow = step('Tomorrow', { dueOn: '2026-11-27', note: 'By noon' })
  serveSteps(server, [step('Some day'), tomorrow])
  await page.goto('/dashboard/next-steps')
  await page.getByRole('radio', { name: 'Board' }).check()
  await expect(page).toHaveURL('/dashboard/next-steps?view=board')
  await expect(section('Done')).toContainText('Nothing done yet.')
  await choose('Some day', 'Move to This Week')
  await expect(rows('This week')).toHaveCount(2)
  await choose('Some day', 'Move to Done')
  await expect(rows('Done')).toContainText(['Some day'])
  await closeToasts(page)

  // A move that changes the day of a step can be undone.
  await choose('Tomorrow', 'Move to Open')
  await expect(toastOf(page)).toContainText('Due Date Removed')
  await expect(page.getByRole('button', { name: 'More: Tomorrow' })).toBeFocused()
  await press(toastOf(page), 'Undo')
  await expect(rows('This week')).toContainText(['Fri, Nov 27'])
  const opened = (dueOn: string | null) => ({ state: 'open', dueOn })
  expect(bodies()).toEqual([opened('2026-11-27'), { state: 'done' }, opened(null), opened('2026-11-27')])
  await closeToasts(page)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Board' })).toBeChecked()
})

test('proposals of agents are added or dismissed, and steps are filtered by agent', async () => {
  serveSteps(server, [proposed('Call Anna', '2026-11-27'), proposed('Tidy up'), step('My own')])
  await page.goto('/dashboard/next-steps')
  const proposals = main().locator('section').filter({ hasText: 'From Your Sessions' })
  const source = proposals.getByRole('link', { name: 'Sales Call Coach' }).first()
  await expect(source).toHaveAttribute('href', `/dashboard/sessions/${talked}`)
  const release = server.hold(changeNextStep)
  const add = page.getByRole('button', { name: 'Add: Call Anna' })
  await add.click()
  await expect(add).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('button', { name: 'Dismiss: Call Anna' })).toBeDisabled()
  await add.press('Enter')
  release()
  await expect(rows('This week')).toContainText(['Call Anna'])
  await expect(page.getByRole('button', { name: 'Add: Tidy up' })).toBeFocused()
  await press(main(), 'Dismiss: Tidy up')
  await expect(page.getByText('From Your Sessions')).toBeHidden()
  await expect(main()).toBeFocused()
  await expect(toastOf(page)).toContainText('Tidy up')
  await press(toastOf(page), 'Add After All')
  await expect(rows('Open')).toContainText(['Tidy up', 'My own'])
  await luna.choose(page, 'Agent', 'Sales Call Coach')
  await expect(page.getByText('My own')).toBeHidden()
  await expect(rows('This week')).toHaveCount(1)
  expect(bodies()).toEqual([{ state: 'open' }, { state: 'dismissed' }, { state: 'open' }])
  // What is added belongs to no agent, so every step is shown again.
  await titleField().fill('Book a room')
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('Step Added')
  await expect(rows('Open')).toContainText(['Tidy up', 'My own', 'Book a room'])
  await expect(page).toHaveURL('/dashboard/next-steps')
})

test('list and dashboard learn what was proposed since, or that it is not loaded', async () => {
  serveDashboard(server)
  serveSteps(server, [])
  server.break(nextSteps)
  await page.goto('/dashboard/next-steps')
  await expect(page.getByRole('alert')).toContainText('We could not load your next steps')
  serveSteps(server, [])
  await press(main(), 'Retry')
  await expect(page.getByText('Nothing on your list')).toBeVisible()
  await page.getByRole('link', { name: 'Your Dashboard' }).click()
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Next Steps' }) })
  await expect(card).toContainText('No open steps')
  serveSteps(server, [proposed('Call Anna'), proposed('Tidy up'), step('Write'), step('Send the offer')])
  await card.getByRole('link', { name: 'All next steps' }).click()
  await expect(page.getByRole('button', { name: 'Add: Call Anna' })).toBeVisible()
  await page.getByRole('link', { name: 'Your Dashboard' }).click()
  // The focus goes to the next step when one is done.
  await done('Write').press('Space')
  await expect(done('Write')).toHaveCount(0)
  await expect(done('Send the offer')).toBeFocused()
  await card.getByRole('link', { name: '2 steps to review' }).click()
  await expect(page).toHaveURL('/dashboard/next-steps')
})

test('reminders are switched; a calendar address shows once, and has questions', async () => {
  serveSteps(server, [])
  let settings = { mailReminders: true, acceptSpoken: false, hasCalendar: false }
  server.answer(steps.nextStepSettings, () => settings)
  server.answer(steps.changeNextStepSettings, ({ body: { timeZone: _zone, ...chosen } }) => {
    settings = { ...settings, ...chosen }
    return settings
  })
  let made = 0
  server.answer(steps.makeStepCalendar, () => {
    settings = { ...settings, hasCalendar: true }
    return { url: `https://luna.test/api/calendars/secret-${++made}.ics` }
  })
  server.answer(steps.removeStepCalendar, () => {
    settings = { ...settings, hasCalendar: false }
    return { success: true as const }
  })
  await page.goto('/dashboard/next-steps')
  const mail = page.getByRole('switch', { name: 'Remind me by email' })
  const spoken = page.getByRole('switch', { name: 'Add spoken steps automatically' })
  await expect(mail).toBeChecked()
  await mail.click()
  await expect(mail).not.toBeChecked()
  await spoken.click()
  await expect(spoken).toBeChecked()
  const changes = server.asked(steps.changeNextStepSettings).map(({ body }) => body)
  expect(changes).toMatchObject([{ mailReminders: false }, { acceptSpoken: true }])

  const address = page.getByRole('textbox', { name: 'Calendar address' })
  await press(main(), 'Make a Calendar Address')
  await expect(address).toHaveValue(/secret-1/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Replace Address' })).toBeVisible()
  await expect(address).toBeHidden()
  const question = page.getByRole('alertdialog')
  await press(main(), 'Replace Address')
  await expect(question).toContainText('Calendars that use the current address will stop updating.')
  await press(question, 'Keep Address')
  expect(made).toBe(1)
  await press(main(), 'Replace Address')
  await press(question, 'Replace Address')
  await expect(address).toHaveValue(/secret-2/)
  await press(main(), 'Remove Address')
  await press(question, 'Remove Address')
  await expect(page.getByRole('button', { name: 'Make a Calendar Address' })).toBeFocused()
  expect(server.asked(steps.removeStepCalendar)).toHaveLength(1)
})

test('the link of a mail finishes a step with one press, without signing in, and can be undone', async () => {
  as(null)
  server.break(mailedStep)
  await page.goto('/next-steps/done?token=secret')
  await expect(page.getByRole('alert')).toContainText('We could not load this step')
  server.answer(mailedStep, { title: 'Call Anna', isDone: false })
  server.answer(finishMailedStep, ({ body }) => ({ title: 'Call Anna', isDone: body.isDone }))
  await press(main(), 'Retry')
  await expect(page.getByRole('heading', { name: 'Your Next Step' })).toBeVisible()
  await expect(page.getByText('Call Anna')).toBeVisible()
  // The secret does not stay in the address, and programs that open links finish nothing.
  await expect(page).toHaveURL('/next-steps/done')
  expect(server.asked(finishMailedStep)).toEqual([])
  await press(main(), 'Mark as Done')
  await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible()
  await press(main(), 'Undo')
  await expect(page.getByRole('heading', { name: 'Your Next Step' })).toBeVisible()
  const sent = [true, false].map((isDone) => ({ token: 'secret', isDone }))
  expect(server.asked(finishMailedStep).map(({ body }) => body)).toEqual(sent)

  server.refuse(mailedStep, 'invalid_token')
  await page.goto('/next-steps/done?token=old')
  await expect(page.getByRole('heading', { name: 'Invalid Link' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open My Next Steps' })).toHaveAttribute('href', '/dashboard/next-steps')
})
