import type { Page } from '@playwright/test'
import { expect, fillCard, test, url } from './fixtures.ts'
import { setSwitches } from './faults.ts'
import { stoppedBuyer } from './payers.ts'
import { callAs, enter, openPurchase, payWithCard, type Person, sql, subscriber } from './people.ts'
import { recordedTexts, recordTexts } from './talking.ts'
import { mailedLink, toastOf } from '../kit/watch.ts'

test.afterEach(() => setSwitches({ apiFault: { stripe: null } }))

const confirmName = 'Confirm with Visa ending in 3184'

function attemptsOf({ id }: Person): Promise<{ status: string }[]> {
  return sql("select status from checkout where user_id = $1 and kind = 'auto' order by created_at", [id])
}

async function openResume(page: Page): Promise<{ person: Person; address: string }> {
  const { person, checkoutId } = await stoppedBuyer()
  await enter(page.context(), person)
  const address = `/checkout?resume=${checkoutId}`
  await page.goto(address)
  await expect(page.getByRole('button', { name: confirmName })).toBeEnabled()
  return { person, address }
}

test('the mail leads there; the stopped card confirms without being typed, rejected or approved (D47)', async ({
  page,
  context,
}) => {
  const { person, checkoutId } = await stoppedBuyer()
  await enter(context, person)
  const link = await mailedLink(url, person.email, 'Please confirm your automatic purchase')
  expect(new URL(link).pathname + new URL(link).search).toBe(`/checkout?resume=${checkoutId}`)
  await page.goto(link)
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { name: 'Confirm your payment' })).toBeVisible()
  for (const text of ['Uplift', '$25.00', '120 minutes']) await expect(main).toContainText(text)
  await expect(page.getByLabel('Card number')).toHaveCount(0)

  await page.getByRole('button', { name: confirmName }).click()
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(toastOf(page)).toContainText('Payment Failed')
  await expect(main).toContainText(/unable to authenticate/i)
  await expect(page.getByRole('banner')).toContainText('5 minutes')

  // What was added stands for two seconds alone.
  await recordTexts(page, '[role=status]')
  await page.getByRole('button', { name: confirmName }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect
    .poll(() => recordedTexts(page))
    .toContainEqual(expect.stringContaining('120 minutes were added to your balance.'))
  await page.waitForURL('/dashboard')
  await expect(page.getByRole('banner')).toContainText('125 minutes')
  expect(await attemptsOf(person)).toEqual([{ status: 'paid' }])
  await page.goto(link)
  await expect(main).toContainText('This payment is done')
  await expect(page.getByRole('button', { name: confirmName })).toHaveCount(0)
})

test('another card pays the same payment (D47)', async ({ page }) => {
  const { person } = await openResume(page)
  await page.getByRole('button', { name: 'Use another card' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm your payment' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Pay $25.00' })).toBeEnabled()
  await page.getByRole('button', { name: 'Back to Visa ending in 3184' }).click()
  await expect(page.getByRole('button', { name: confirmName })).toBeEnabled()
  await page.getByRole('button', { name: 'Use another card' }).click()
  await expect(page.getByRole('button', { name: 'Pay $25.00' })).toBeEnabled()
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Pay $25.00' }).click()
  await page.waitForURL('/dashboard')
  await expect(page.getByRole('banner')).toContainText('125 minutes')
  expect(await attemptsOf(person)).toEqual([{ status: 'paid' }])
})

test('a payment that was withdrawn is over, and an unknown one or somebody else’s does not exist (D47)', async ({
  page,
  context,
}) => {
  const { person, address } = await openResume(page)
  // Minutes bought by hand withdraw it.
  const paymentIntentId = await payWithCard(await openPurchase(person))
  await callAs(person, '/api/process-payment-success', { paymentIntentId })
  await expect.poll(() => attemptsOf(person)).toEqual([{ status: 'declined' }])
  await page.goto(address)
  const main = page.getByRole('main')
  await expect(main).toContainText('This payment is over')
  await expect(toastOf(page)).toHaveCount(0)
  await main.getByRole('link', { name: 'Buy Credits' }).click()
  await expect(page.getByRole('heading', { name: 'Buy Credits' })).toBeVisible()

  for (const id of [crypto.randomUUID(), 'no-id']) {
    await page.goto(`/checkout?resume=${id}`)
    await expect(main).toContainText('This payment does not exist')
  }
  await enter(context, await subscriber())
  await page.goto(address)
  await expect(main).toContainText('This payment does not exist')
  await expect(main).not.toContainText('$25.00')
})

test('a confirmation that cannot be prepared says so and can be tried again (S252, D47)', async ({ page }) => {
  const { address } = await openResume(page)
  await setSwitches({ apiFault: { stripe: 'error' } })
  await page.goto(address)
  await expect(toastOf(page)).toContainText('Payment Setup Failed')
  await setSwitches({ apiFault: { stripe: null } })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: confirmName })).toBeEnabled()
})
