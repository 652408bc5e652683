import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { expect, test } from './fixtures.ts'
import { setSwitches } from './faults.ts'
import { stoppedBuyer } from './payers.ts'
import { callAs, enter, openPurchase, registered, setSubscription, subscriber } from './people.ts'

test.use({ expectedNoise: checkerNoise })
test.afterEach(() => setSwitches({ apiFault: { stripe: null } }))

test('subscribing: the form, its failure, what is active, and what has ended', async ({ page, context }) => {
  const person = await subscriber()
  await enter(context, await registered())
  await page.goto('/subscribe')
  await expect(page.getByRole('button', { name: 'Pay $2.97' })).toBeEnabled()
  await expectAccessible(page)
  await setSwitches({ apiFault: { stripe: 'error' } })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expectAccessible(page)
  await setSwitches({ apiFault: { stripe: null } })

  await callAs(person, '/api/account/cancel-subscription')
  await enter(context, person)
  await page.goto('/subscribe')
  await expect(page.getByRole('button', { name: 'Resume Subscription' })).toBeVisible()
  await expectAccessible(page)
  await setSubscription(person, 'canceled')
  await page.goto('/marketplace')
  await expect(page.getByRole('link', { name: 'Reactivate', exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('paying: a purchase, one that the bank stopped, and the way back from its page', async ({ page, context }) => {
  const { person, checkoutId } = await stoppedBuyer()
  await enter(context, person)
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Choose Launch' }).click()
  await expect(page.getByRole('button', { name: 'Pay $15.00' })).toBeEnabled()
  await expectAccessible(page)
  await page.goto(`/checkout?resume=${checkoutId}`)
  await expect(page.getByRole('button', { name: 'Confirm with Visa ending in 3184' })).toBeEnabled()
  await expectAccessible(page)
  await page.goto('/checkout?resume=none')
  await expect(page.getByRole('main')).toContainText('This payment does not exist')
  await expectAccessible(page)
  const [unpaid] = (await openPurchase(person)).split('_secret_')
  await page.goto(`/payment-return?after=purchase&payment_intent=${unpaid}`)
  await expect(page.getByRole('link', { name: 'Try Again' })).toBeVisible()
  await expectAccessible(page)
})
