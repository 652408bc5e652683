import {
  changeNextStepSettings,
  finishMailedStep,
  makeStepCalendar,
  nextStepSettings,
  removeStepCalendar,
} from '#contract/results/next-steps.ts'
import { as, expect, page, server, subscriberMe, test } from '#tests/pages.ts'
import { serveSteps } from './steps.ts'

test.beforeEach(() => as(subscriberMe))

test('reminders are switched, and the calendar address is shown once', async () => {
  serveSteps(server, [])
  let settings = { mailReminders: true, acceptSpoken: false, hasCalendar: false }
  server.answer(nextStepSettings, () => settings)
  server.answer(changeNextStepSettings, ({ body }) => {
    const { timeZone: _zone, ...chosen } = body
    settings = { ...settings, ...chosen }
    return settings
  })
  const url = 'https://luna.test/api/calendars/secret.ics'
  server.answer(makeStepCalendar, () => {
    settings = { ...settings, hasCalendar: true }
    return { url }
  })
  server.answer(removeStepCalendar, () => {
    settings = { ...settings, hasCalendar: false }
    return { success: true as const }
  })
  await page.goto('/dashboard/next-steps')
  const mail = page.getByRole('switch', { name: 'Remind me by email' })
  await expect(mail).toBeChecked()
  await mail.click()
  await expect(mail).not.toBeChecked()
  await page.getByRole('switch', { name: 'Add spoken steps automatically' }).click()
  await expect(page.getByRole('switch', { name: 'Add spoken steps automatically' })).toBeChecked()
  expect(server.asked(changeNextStepSettings).map(({ body }) => body)).toMatchObject([
    { mailReminders: false },
    { acceptSpoken: true },
  ])
  await page.getByRole('button', { name: 'Make a Calendar Address' }).click()
  await expect(page.getByRole('textbox', { name: 'Calendar address' })).toHaveValue(url)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Replace Address' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Calendar address' })).toBeHidden()
})

test('a calendar address is replaced or removed only after a question', async () => {
  serveSteps(server, [])
  let hasCalendar = true
  server.answer(nextStepSettings, () => ({ mailReminders: true, acceptSpoken: false, hasCalendar }))
  server.answer(makeStepCalendar, { url: 'https://luna.test/api/calendars/newer.ics' })
  server.answer(removeStepCalendar, () => {
    hasCalendar = false
    return { success: true as const }
  })
  await page.goto('/dashboard/next-steps')
  const replace = page.getByRole('button', { name: 'Replace Address' })
  await replace.click()
  const replacing = page.getByRole('alertdialog', { name: 'Replace your calendar address?' })
  await expect(replacing).toContainText('Calendars that use the current address will stop updating.')
  await replacing.getByRole('button', { name: 'Keep Address' }).click()
  await expect(replacing).toHaveCount(0)
  expect(server.asked(makeStepCalendar)).toHaveLength(0)
  await replace.click()
  await replacing.getByRole('button', { name: 'Replace Address' }).click()
  await expect(page.getByRole('textbox', { name: 'Calendar address' })).toHaveValue(/newer/)
  await expect(replacing).toHaveCount(0)

  await page.getByRole('button', { name: 'Remove Address' }).click()
  const removing = page.getByRole('alertdialog', { name: 'Remove your calendar address?' })
  await removing.getByRole('button', { name: 'Remove Address' }).click()
  await expect(removing).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Make a Calendar Address' })).toBeFocused()
  expect(server.asked(removeStepCalendar)).toHaveLength(1)
})

test('the link of a mail finishes a step without signing in, and can be undone', async () => {
  as(null)
  server.answer(finishMailedStep, ({ body }) => ({ title: 'Call Anna', isDone: body.isDone }))
  await page.goto('/next-steps/done?token=secret')
  await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible()
  await expect(page.getByText('Call Anna')).toBeVisible()
  // The secret does not stay in the address.
  await expect(page).toHaveURL('/next-steps/done')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: 'Open Again' })).toBeVisible()
  expect(server.asked(finishMailedStep).map(({ body }) => body)).toEqual([
    { token: 'secret', isDone: true },
    { token: 'secret', isDone: false },
  ])
})

test('when a mailed step cannot be finished, the page says so and tries again', async () => {
  as(null)
  server.break(finishMailedStep)
  await page.goto('/next-steps/done?token=secret')
  await expect(page.getByRole('alert')).toContainText('We could not load this step')
  server.answer(finishMailedStep, { title: 'Call Anna', isDone: true })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible()
})

test('a link that no longer works leads to the list', async () => {
  as(null)
  server.refuse(finishMailedStep, 'invalid_token')
  await page.goto('/next-steps/done?token=old')
  await expect(page.getByRole('heading', { name: 'Invalid Link' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open My Next Steps' })).toHaveAttribute('href', '/dashboard/next-steps')
})
