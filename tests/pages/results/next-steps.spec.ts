import { expectAccessible } from '../../kit/browser/accessible.ts'
import { addNextStep, changeNextStep, nextSteps } from '#contract/results/next-steps.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { subscriberMe } from '../people.ts'
import { from, now, serveSteps, step, talked } from './steps.ts'

const section = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name, exact: true })
const done = (page: Page, title: string) => page.getByRole('checkbox', { name: `Done: ${title}` })

async function choose(page: Page, title: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More: ${title}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test.beforeEach(async ({ as, page }) => {
  await page.clock.setFixedTime(now)
  as(subscriberMe)
})

test('steps stand by what is urgent, say when they are late, and are finished and reopened', async ({
  page,
  server,
}) => {
  serveSteps(server, [
    step('Late', { dueOn: '2026-11-24' }),
    step('Today', { dueOn: '2026-11-26' }),
    step('Next month', { dueOn: '2026-12-24' }),
    step('Some day'),
    step('Over', { state: 'done', doneAt: now.toISOString() }),
  ])
  await page.goto('/dashboard/next-steps')
  await expect(section(page, 'This week').getByRole('listitem')).toContainText(['Overdue since Tue, Nov 24', 'Today'])
  await expect(section(page, 'Open').getByRole('listitem')).toContainText(['Thu, Dec 24', 'Some day'])
  await expect(section(page, 'Done').getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)

  await done(page, 'Late').click()
  await expect(section(page, 'Done').getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(section(page, 'This week').getByRole('listitem')).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Reopen: Over' }).click()
  await expect(section(page, 'Open').getByRole('listitem')).toHaveCount(3)
  expect(server.asked(changeNextStep).map(({ body }) => body)).toEqual([
    { state: 'done' },
    { state: 'open' },
    { state: 'open' },
  ])
})

test('a step is added, edited and deleted with the keyboard alone', async ({ page, server }) => {
  serveSteps(server, [])
  await page.goto('/dashboard/next-steps')
  await expect(page.getByText('Nothing on your list')).toBeVisible()
  const title = page.getByRole('textbox', { name: 'Next step' })
  await title.press('Enter')
  await expect(page.getByText('A title is required')).toBeVisible()
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
  await expect(section(page, 'Open').getByRole('listitem')).toContainText(['Write to Anna', 'Send the offer'])
  expect(server.asked(changeNextStep).map(({ body }) => body)).toEqual([
    { title: 'Write to Anna', note: 'Ask for the price', dueOn: null },
  ])

  await choose(page, 'Send the offer', 'Delete')
  await page.getByRole('button', { name: 'Delete Step' }).click()
  await expect(section(page, 'Open').getByRole('listitem')).toHaveCount(1)
})

test('the board has three columns between which steps move', async ({ page, server }) => {
  serveSteps(server, [step('Some day'), step('Tomorrow', { dueOn: '2026-11-27', note: 'By noon' })])
  await page.goto('/dashboard/next-steps')
  await page.getByRole('radio', { name: 'Board' }).check()
  await expect(page).toHaveURL('/dashboard/next-steps?view=board')
  await expect(section(page, 'Done')).toContainText('Nothing done yet.')
  await choose(page, 'Some day', 'Move to This week')
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
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Board' })).toBeChecked()
})

test('what agents noted is added or dismissed, leads to its conversation, and steps are filtered by agent', async ({
  page,
  server,
}) => {
  serveSteps(server, [
    step('Call Anna', { ...from, state: 'proposed', dueOn: '2026-11-27' }),
    step('Tidy up', { ...from, state: 'proposed' }),
    step('My own'),
  ])
  await page.goto('/dashboard/next-steps')
  const proposals = section(page, 'From your conversations').or(
    page.getByRole('main').locator('section').filter({ hasText: 'From your conversations' }),
  )
  await expect(proposals.getByRole('link', { name: 'Sales Call Coach' }).first()).toHaveAttribute(
    'href',
    `/dashboard/sessions/${talked}`,
  )
  await page.getByRole('button', { name: 'Add: Call Anna' }).click()
  await expect(section(page, 'This week').getByRole('listitem')).toContainText(['Call Anna'])
  await page.getByRole('button', { name: 'Dismiss: Tidy up' }).click()
  await expect(page.getByText('From your conversations')).toBeHidden()
  await page.getByRole('combobox', { name: 'Agent' }).click()
  await page.getByRole('option', { name: 'Sales Call Coach' }).click()
  await expect(page.getByText('My own')).toBeHidden()
  await expect(section(page, 'This week').getByRole('listitem')).toHaveCount(1)
  expect(server.asked(changeNextStep).map(({ body }) => body)).toEqual([{ state: 'open' }, { state: 'dismissed' }])
})

test('when the list cannot be loaded, the page says so and tries again', async ({ page, server }) => {
  serveSteps(server, [])
  server.break(nextSteps)
  await page.goto('/dashboard/next-steps')
  await expect(page.getByRole('alert')).toContainText('We could not load your next steps')
  server.answer(nextSteps, [step('Call Anna')])
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(section(page, 'Open').getByRole('listitem')).toContainText(['Call Anna'])
})
