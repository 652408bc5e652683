import { expect, type Page, test } from '../fixtures.ts'
import { enter, openSecret, payWithCard, registered, sql } from '../people.ts'
import { recordedTexts, recordTexts } from '../conversations/voice/talking.ts'
import { hold, toastOf } from '../../kit/browser/watch.ts'

/** Returns from a bank's own page, as the provider leads there. */
async function comeBackFromBank(page: Page, secret: string): Promise<void> {
  const came = new URLSearchParams({
    after: 'registration',
    payment_intent: secret.split('_secret_')[0] ?? '',
    payment_intent_client_secret: secret,
  })
  await page.goto(`/payment-return?${came}`)
}

test("registration continues after the bank's page, refused or paid (D18, D39)", async ({ page, context }) => {
  const person = await registered()
  await enter(context, person)
  const order = { package: 'uplift', subscriptionPrice: 2.97 }
  const secret = await openSecret(person, '/api/create-combined-purchase', order)
  await comeBackFromBank(page, secret)
  await expect(page.getByRole('heading', { name: 'Your payment did not go through' })).toBeVisible()
  await expect(toastOf(page)).toContainText('Payment Failed')
  await page.getByRole('link', { name: 'Try Again' }).click()
  // The package joins the address as soon as the payment is prepared.
  await expect(page).toHaveURL(/\/register\?(tier=uplift&)?step=payment$/)

  await payWithCard(secret)
  const release = await hold(page, '**/api/process-payment-success')
  await comeBackFromBank(page, secret)
  await recordTexts(page, '[role=status]')
  await release()
  await page.waitForURL('/dashboard')
  // It shows only for a moment.
  expect((await recordedTexts(page)).join('\n')).toContain('150 minutes were added to your balance.')
  await expect(page.getByRole('banner')).toContainText('150 minutes')
  const bought = 'select tier, amount_cents from credit_purchase where account_id = $1'
  expect(await sql(bought, [person.accountId])).toEqual([{ tier: 'uplift', amount_cents: 2500 }])
})
