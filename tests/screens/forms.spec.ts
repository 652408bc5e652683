import { expect, fillCard, test } from './fixtures.ts'
import { callAs, enter, subscriber } from './people.ts'
import { recordedTexts, recordTexts } from './talking.ts'
import { countOf, hold, seeAllRequests, watchRequests } from '../kit/watch.ts'

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
