import type { Locator } from '@playwright/test'
import type { Answer } from '#contract/call.ts'
import { card } from '#contract/billing/cards.ts'
import { createPaymentIntent, processPaymentSuccess } from '#contract/billing/purchases.ts'
import { checkerNoise, expectAccessible } from '../../../kit/browser/accessible.ts'
import { expect, expectWords, page, press, server, tagged, test } from '#tests/pages.ts'
import { ends, talkAs } from './talk.ts'

// The checker tries a style of its own.
test.use({ expectedNoise: checkerNoise })

const declined = { brand: 'visa', last4: '0341', expMonth: 12, expYear: 2034 }
const visa = { ...declined, last4: '4242' }

type Opened = Answer<typeof createPaymentIntent>

/** Serves this card, and a payment of 120 minutes that was opened for it. */
function serveCard(saved: Opened['card'], paymentMethodId: string): void {
  const package120 = { totalAmount: 25, lines: [{ label: 'Uplift', amount: 25 }], packageMinutes: 120 }
  server.answer(card, { card: saved })
  server.answer(createPaymentIntent, {
    clientSecret: `pi_1_secret_${paymentMethodId}`,
    summary: { ...package120, monthlyMinutes: 0 },
    card: saved,
    paymentMethodId,
    organizationName: null,
  })
}

/** Serves the payment provider's script, in which every confirmation with a saved card ends like this. */
async function servePayments(confirmed: object): Promise<void> {
  const confirm = `confirmCardPayment: async () => (${JSON.stringify(confirmed)})`
  const body = `window.Stripe = Object.assign(() => ({ ${confirm} }), { version: 'endive' })`
  await page.route('**/standins/stripe/stripe.js', (route) => route.fulfill({ contentType: 'text/javascript', body }))
}

const succeeded = { paymentIntent: { id: 'pi_1', status: 'succeeded' } }
const sheet = () => page.getByRole('dialog', { name: 'Buy Credits' })
const uplift = () => sheet().getByRole('button', { name: /^120 minutes/ })
const payWith = (last4: string) => sheet().getByRole('button', { name: `Pay $25.00 with Visa ending in ${last4}` })

async function openSheet(dialog: Locator): Promise<void> {
  await press(dialog, 'Buy Credits')
  await expect(sheet()).toBeVisible()
}

test('a card replaced while the sheet was closed pays, however late it is loaded', tagged('gate D87'), async () => {
  await servePayments(succeeded)
  serveCard(declined, 'pm_declined')
  const { dialog } = await talkAs()
  await openSheet(dialog)
  await uplift().click()
  await expect(payWith('0341')).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(sheet()).toHaveCount(0)

  serveCard(visa, 'pm_visa')
  const before = server.asked(card).length
  const release = server.hold(card)
  await openSheet(dialog)
  await expect.poll(() => server.asked(card).length).toBe(before + 1)
  await uplift().click()
  await expect(uplift()).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(payWith('4242')).toBeEnabled()
  expect(server.asked(createPaymentIntent)).toHaveLength(2)
})

test('a declined or missing card leads to the checkout in another tab', tagged('D87'), async () => {
  await servePayments({ error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } })
  serveCard(declined, 'pm_declined')
  const { dialog } = await talkAs()
  await openSheet(dialog)
  await expect(sheet().getByRole('listitem')).toHaveCount(4)
  await uplift().click()
  await payWith('0341').click()
  await expect(sheet().getByText('Your card was declined.')).toBeVisible()
  const expectLink = async (name: string, address: RegExp) => {
    await expect(sheet().getByRole('link', { name })).toHaveAttribute('href', address)
    await expect(sheet().getByRole('link', { name })).toHaveAttribute('target', '_blank')
  }
  await expectLink('Use another card', /^\/checkout/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(sheet()).toHaveCount(0)
  server.answer(card, { card: null })
  await openSheet(dialog)
  await expect(sheet()).toContainText('No saved card')
  await expectLink('Go to checkout', /^\/checkout$/)
})

test('a payment under way when the minutes run out is followed to its end', tagged('D73 D87'), async () => {
  await servePayments(succeeded)
  serveCard(visa, 'pm_visa')
  server.answer(processPaymentSuccess, { creditsAdded: 120, monthlyCreditsAdded: 0 })
  const release = server.hold(processPaymentSuccess)
  const { line, dialog } = await talkAs()
  await openSheet(dialog)
  await uplift().click()
  await payWith('4242').click()
  await expect(sheet()).toContainText('Adding the minutes…')
  line.say(ends('balance', 60))
  await expect(sheet()).toContainText('The session has ended.')
  release()
  await expectWords(sheet(), '120 minutes added', "They're in your balance.")
  await press(sheet(), 'Done')
  await expect(sheet()).toHaveCount(0)
  await expect(dialog.getByRole('heading', { name: 'Not Enough Credits' })).toBeVisible()
})
