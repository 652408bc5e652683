import { openAccount, switchOn } from './account.ts'
import { expect, fillCard, test } from './fixtures.ts'
import { type Fault, forms } from './form-cases.ts'
import { expectFault, expectKept, fillIn } from '../kit/forms.ts'
import { callAs, enter, subscriber } from './people.ts'
import { recordedTexts, recordTexts } from './talking.ts'
import { countOf, hold, seeAllRequests, watchRequests } from '../kit/watch.ts'

for (const { name, open, submit, call, right, wrong, refused = [] } of forms)
  test(`${name}: what is wrong is said at its field, nothing is lost, nothing is sent twice`, async ({ page }) => {
    const scope = await open(page)
    const seen = watchRequests(page)
    const button = scope.getByRole('button', { name: submit, exact: true })
    const expectFaults = async (faults: Fault[]) => {
      for (const [values, label, message] of faults) {
        const typed = { ...right, ...values }
        await fillIn(scope, typed)
        await button.click()
        await expectFault(scope, label, message)
        await expectKept(scope, typed)
      }
    }
    await expectFaults(wrong)
    expect(countOf(seen, call)).toBe(0)
    await expectFaults(refused)
    expect(countOf(seen, call)).toBe(refused.length)

    await fillIn(scope, right)
    const [, path = ''] = call.split(' ')
    const release = await hold(page, `**${path}`)
    await button.focus()
    await page.keyboard.press('Enter')
    // Its name is another one while it waits.
    const waiting = scope.locator('button[type=submit][aria-busy]')
    await expect(waiting).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    await scope.getByRole('textbox').first().press('Enter')
    await seeAllRequests(page)
    await release()
    await expect(waiting).toHaveCount(0)
    expect(countOf(seen, call)).toBe(refused.length + 1)
  })

test('figures that are saved as they are typed say what is wrong, keep it, and send nothing (S192, D46, D90)', async ({
  page,
}) => {
  const seen = watchRequests(page)
  await openAccount(page)
  await switchOn(page)
  const threshold = 'Threshold must be a whole number from 1 to 50'
  const limit = 'The monthly limit must be a whole number from 25 to 500'
  const days = 'Please choose 1 to 365 days'
  for (const [label, wrong, message, fits, path] of [
    ['Threshold (minutes)', ['0', '51', '9.5', 'nine'], threshold, '12', '/api/account/auto-purchase'],
    ['Monthly limit (USD)', ['24', '501', '99.50'], limit, '60', '/api/account/auto-purchase'],
    ['Days until a transcript is erased', ['0', '366', '1.5'], days, '30', '/api/account/transcript-settings'],
  ] as const) {
    if (label.startsWith('Days')) await page.goto('/dashboard/sessions')
    const field = page.getByLabel(label)
    await expect(field).toBeVisible()
    const before = countOf(seen, `PATCH ${path}`)
    for (const text of wrong) {
      await field.fill(text)
      await field.press('Enter')
      await expectFault(page.getByRole('main'), label, message)
      await expect(field).toHaveValue(text)
    }
    const saved = page.waitForRequest((request) => request.method() === 'PATCH' && request.url().endsWith(path))
    await field.fill(fits)
    await field.press('Enter')
    expect(Object.values((await saved).postDataJSON() as object)).toEqual([Number(fits)])
    await expect(field).not.toHaveAttribute('aria-invalid', 'true')
    expect(countOf(seen, `PATCH ${path}`)).toBe(before + 1)
  }
})

test('a payment is made once, however often its button is pressed', async ({ page }) => {
  const person = await subscriber()
  await enter(page.context(), person)
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Choose Launch' }).click()
  const pay = page.getByRole('button', { name: 'Pay $15.00' })
  await expect(pay).toBeEnabled()
  await fillCard(page, '4242424242424242')
  const release = await hold(page, '**/api/process-payment-success')
  const seen = watchRequests(page)
  await pay.focus()
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Enter')
  await expect.poll(() => countOf(seen, 'POST /api/process-payment-success')).toBe(1)
  await seeAllRequests(page)
  // What was added stands for two seconds alone.
  await recordTexts(page, '[role=status]')
  await release()
  await expect
    .poll(() => recordedTexts(page))
    .toContainEqual(expect.stringContaining('60 minutes were added to your balance.'))
  expect(seen.filter(({ call }) => /\/payment_intents\/[^/]+\/confirm$/.test(call))).toHaveLength(1)
  expect(countOf(seen, 'POST /api/process-payment-success')).toBe(1)
  expect(await callAs(person, '/api/user/purchases', {}, 'GET')).toHaveLength(2)
})
