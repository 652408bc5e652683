import * as steps from '#contract/results/next-steps.ts'
import { as, expect, main, page, press, server, subscriberMe, test } from '#tests/pages.ts'
import { serveSteps } from './steps.ts'

const { finishMailedStep } = steps

test('reminders are switched; a calendar address shows once, and has questions', async () => {
  as(subscriberMe)
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
  await press(main(), 'Replace Address')
  const replacing = page.getByRole('alertdialog', { name: 'Replace your calendar address?' })
  await expect(replacing).toContainText('Calendars that use the current address will stop updating.')
  await press(replacing, 'Keep Address')
  expect(made).toBe(1)
  await press(main(), 'Replace Address')
  await press(replacing, 'Replace Address')
  await expect(address).toHaveValue(/secret-2/)
  await press(main(), 'Remove Address')
  const removing = page.getByRole('alertdialog', { name: 'Remove your calendar address?' })
  await press(removing, 'Remove Address')
  await expect(page.getByRole('button', { name: 'Make a Calendar Address' })).toBeFocused()
  expect(server.asked(steps.removeStepCalendar)).toHaveLength(1)
})

test('the link of a mail finishes a step without signing in, and can be undone', async () => {
  server.break(finishMailedStep)
  await page.goto('/next-steps/done?token=secret')
  await expect(page.getByRole('alert')).toContainText('We could not load this step')
  server.answer(finishMailedStep, ({ body }) => ({ title: 'Call Anna', isDone: body.isDone }))
  await press(main(), 'Retry')
  await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible()
  await expect(page.getByText('Call Anna')).toBeVisible()
  // The secret does not stay in the address.
  await expect(page).toHaveURL('/next-steps/done')
  await press(main(), 'Undo')
  await expect(page.getByRole('heading', { name: 'Open Again' })).toBeVisible()
  const token = 'secret'
  const sent = [true, true, false].map((isDone) => ({ token, isDone }))
  expect(server.asked(finishMailedStep).map(({ body }) => body)).toEqual(sent)

  server.refuse(finishMailedStep, 'invalid_token')
  await page.goto('/next-steps/done?token=old')
  await expect(page.getByRole('heading', { name: 'Invalid Link' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open My Next Steps' })).toHaveAttribute('href', '/dashboard/next-steps')
})
