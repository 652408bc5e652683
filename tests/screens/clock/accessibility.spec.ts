import { checkerNoise, expectAccessible } from '../../kit/accessible.ts'
import { expect, test } from '../fixtures.ts'
import { enter } from '../people.ts'
import { moveClock, overdueSubscriber } from './time.ts'

test.use({ expectedNoise: checkerNoise })

test('a failed renewal: its banner, its open invoice, and the lock-out', async ({ page, context }) => {
  const person = await overdueSubscriber()
  await enter(context, person)
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'Fix Payment' })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/subscribe')
  await expect(page.getByRole('button', { name: 'Pay $2.97' })).toBeEnabled()
  await expectAccessible(page)
  await moveClock('P8D')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Your access has ended' })).toBeVisible()
  await expectAccessible(page)
})
