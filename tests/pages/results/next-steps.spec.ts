import { addNextStep, changeNextStep, deleteNextStep, nextSteps } from '#contract/results/next-steps.ts'
import { as, closeToasts, expect, page, type Page, server, subscriberMe, test, toastOf } from '#tests/pages.ts'
import { from, now, serveSteps, step, talked } from './steps.ts'

const section = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name, exact: true })
const done = (page: Page, title: string) => page.getByRole('checkbox', { name: `Done: ${title}` })

async function choose(page: Page, title: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More: ${title}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test.beforeEach(async () => {
  await page.clock.setFixedTime(now)
  as(subscriberMe)
})

test('steps stand by what is urgent, say when they are late, and are finished and reopened', async () => {
  serveSteps(server, [
    step('Late', { dueOn: '2026-11-24' }),
    step('Today', { dueOn: '2026-11-26' }),
    step('Next month', { dueOn: '2026-12-24' }),
    step('Next year', { dueOn: '2027-11-26' }),
    step('Some day'),
    step('Over', { state: 'done', doneAt: now.toISOString() }),
  ])
  await page.goto('/dashboard/next-steps')
  await expect(section(page, 'This week').getByRole('listitem')).toContainText(['Overdue since Tue, Nov 24', 'Today'])
  await expect(section(page, 'Open').getByRole('listitem')).toContainText(['Thu, Dec 24', 'Nov 26, 2027', 'Some day'])
  await expect(section(page, 'Done').getByRole('listitem')).toHaveCount(1)

  await done(page, 'Late').click()
  await expect(section(page, 'Done').getByRole('listitem')).toHaveCount(2)
  // The focus follows the step.
  await expect(page.getByRole('checkbox', { name: 'Reopen: Late' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(section(page, 'This week').getByRole('listitem')).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Reopen: Over' }).click()
  await expect(section(page, 'Open').getByRole('listitem')).toHaveCount(4)
  expect(server.asked(changeNextStep).map(({ body }) => body)).toEqual([
    { state: 'done' },
    { state: 'open' },
    { state: 'open' },
  ])
})

test('a step is added, edited and deleted with the keyboard alone', async () => {
  serveSteps(server, [])
  await page.goto('/dashboard/next-steps')
  await expect(page.getByText('Nothing on your list')).toBeVisible()
  const title = page.getByRole('textbox', { name: 'Next step' })
  await title.press('Enter')
  await expect(page.getByText('Next step is required')).toBeVisible()
  await title.fill('Call Anna')
  await page.getByLabel('Due (optional)').fill('2026-11-27')
  await page.keyboard.press('Enter')
  await expect(section(page, 'This week').getByRole('listitem')).toContainText('Fri, Nov 27')
  // Ready for the next one.
  await expect(title).toBeFocused()
  await expect(title).toHaveValue('')
  await page.keyboard.type('Send the offer')
  await page.keyboard.press('Enter')
  await expect(section(page, 'Open').getByRole('listitem')).toContainText('Send the offer')
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
  await expect(section(page, 'Open').getByRole('listitem')).toContainText(['Write to Anna', 'Send the offer'])
  expect(server.asked(changeNextStep).map(({ body }) => body)).toEqual([
    { title: 'Write to Anna', note: 'Ask for the price', dueOn: null },
  ])

  await page.getByRole('button', { name: 'More: Send the offer' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Delete this step?' })
  await expect(question).toContainText('This permanently deletes “Send the offer”.')
  await question.getByRole('button', { name: 'Delete Step' }).press('Enter')
  await expect(section(page, 'Open').getByRole('listitem')).toHaveCount(1)
  await expect(toastOf(page)).toContainText('Step Deleted')
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More: Write to Anna' })).toBeFocused()
})

test('a step that cannot be deleted stays, and a toast says so', async () => {
  serveSteps(server, [step('Call Anna')])
  server.break(deleteNextStep)
  await page.goto('/dashboard/next-steps')
  await choose(page, 'Call Anna', 'Delete')
  await page.getByRole('button', { name: 'Delete Step' }).click()
  await expect(toastOf(page)).toContainText('Failed to delete the step.')
  await expect(section(page, 'Open').getByRole('listitem')).toContainText(['Call Anna'])
})

test('the board has three columns between which steps move', async () => {
  serveSteps(server, [step('Some day'), step('Tomorrow', { dueOn: '2026-11-27', note: 'By noon' })])
  await page.goto('/dashboard/next-steps')
  await page.getByRole('radio', { name: 'Board' }).check()
  await expect(page).toHaveURL('/dashboard/next-steps?view=board')
  await expect(section(page, 'Done')).toContainText('Nothing done yet.')
  await choose(page, 'Some day', 'Move to This Week')
  await expect(section(page, 'This week').getByRole('listitem')).toHaveCount(2)
  await choose(page, 'Tomorrow', 'Move to Open')
  await expect(section(page, 'Open').getByRole('listitem')).toContainText(['Tomorrow'])
  await choose(page, 'Some day', 'Move to Done')
  await expect(section(page, 'Done').getByRole('listitem')).toContainText(['Some day'])
  expect(server.asked(changeNextStep).map(({ body }) => body)).toEqual([
    { state: 'open', dueOn: '2026-11-27' },
    { state: 'open', dueOn: null },
    { state: 'done' },
  ])
  await closeToasts(page)
  await expect(section(page, 'Open').getByText('Nothing for later.')).toBeHidden()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Board' })).toBeChecked()
})

test('a move that takes the day of a step can be undone', async () => {
  // The row moves before its menu has faded out.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  serveSteps(server, [step('Tomorrow', { dueOn: '2026-11-27' }), step('Christmas', { dueOn: '2026-12-24' })])
  await page.goto('/dashboard/next-steps?view=board')
  await choose(page, 'Tomorrow', 'Move to Open')
  await expect(toastOf(page)).toContainText('Due Date Removed')
  await expect(page.getByRole('button', { name: 'More: Tomorrow' })).toBeFocused()
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(section(page, 'This week').getByRole('listitem')).toContainText(['Fri, Nov 27'])
  await choose(page, 'Christmas', 'Move to This Week')
  await expect(toastOf(page)).toContainText('Moved to This Week')
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(section(page, 'Open').getByRole('listitem')).toContainText(['Thu, Dec 24'])
  expect(server.asked(changeNextStep).map(({ body }) => body)).toEqual([
    { state: 'open', dueOn: null },
    { state: 'open', dueOn: '2026-11-27' },
    { state: 'open', dueOn: '2026-11-27' },
    { state: 'open', dueOn: '2026-12-24' },
  ])
})

test('a press shows at once, and a second one before the answer sends nothing', async () => {
  serveSteps(server, [step('Call Anna'), step('Tidy up', { ...from, state: 'proposed' })])
  await page.goto('/dashboard/next-steps')
  const release = server.hold(changeNextStep)
  await done(page, 'Call Anna').click()
  const box = page.getByRole('checkbox', { name: 'Reopen: Call Anna' })
  await expect(box).toBeChecked()
  await box.click()
  const add = page.getByRole('button', { name: 'Add: Tidy up' })
  await add.click()
  await expect(add).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('button', { name: 'Dismiss: Tidy up' })).toBeDisabled()
  await add.press('Enter')
  release()
  await expect(section(page, 'Done').getByRole('listitem')).toContainText(['Call Anna'])
  await expect(section(page, 'Open').getByRole('listitem')).toContainText(['Tidy up'])
  expect(server.asked(changeNextStep).map(({ body }) => body)).toEqual([{ state: 'done' }, { state: 'open' }])
})

test('what agents noted is added or dismissed, leads to its conversation, and steps are filtered by agent', async () => {
  serveSteps(server, [
    step('Call Anna', { ...from, state: 'proposed', dueOn: '2026-11-27' }),
    step('Tidy up', { ...from, state: 'proposed' }),
    step('My own'),
  ])
  await page.goto('/dashboard/next-steps')
  const proposals = page.getByRole('main').locator('section').filter({ hasText: 'From Your Conversations' })
  await expect(proposals.getByRole('link', { name: 'Sales Call Coach' }).first()).toHaveAttribute(
    'href',
    `/dashboard/sessions/${talked}`,
  )
  await page.getByRole('button', { name: 'Add: Call Anna' }).click()
  await expect(section(page, 'This week').getByRole('listitem')).toContainText(['Call Anna'])
  await expect(page.getByRole('button', { name: 'Add: Tidy up' })).toBeFocused()
  await page.getByRole('button', { name: 'Dismiss: Tidy up' }).click()
  await expect(page.getByText('From Your Conversations')).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(toastOf(page)).toContainText('Tidy up')
  await toastOf(page).getByRole('button', { name: 'Add After All' }).click()
  await expect(section(page, 'Open').getByRole('listitem')).toContainText(['Tidy up', 'My own'])
  await page.getByRole('combobox', { name: 'Agent' }).click()
  await page.getByRole('option', { name: 'Sales Call Coach' }).click()
  await expect(page.getByText('My own')).toBeHidden()
  await expect(section(page, 'This week').getByRole('listitem')).toHaveCount(1)
  expect(server.asked(changeNextStep).map(({ body }) => body)).toEqual([
    { state: 'open' },
    { state: 'dismissed' },
    { state: 'open' },
  ])
  // What is added belongs to no agent, so every step is shown again.
  await page.getByRole('textbox', { name: 'Next step' }).fill('Book a room')
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('Step Added')
  await expect(section(page, 'Open').getByRole('listitem')).toContainText(['Tidy up', 'My own', 'Book a room'])
  await expect(page).toHaveURL('/dashboard/next-steps')
})

test('when the list cannot be loaded, the page says so and tries again', async () => {
  serveSteps(server, [])
  server.break(nextSteps)
  await page.goto('/dashboard/next-steps')
  await expect(page.getByRole('alert')).toContainText('We could not load your next steps')
  server.answer(nextSteps, [step('Call Anna')])
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(section(page, 'Open').getByRole('listitem')).toContainText(['Call Anna'])
})
