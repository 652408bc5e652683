import { card } from '#contract/billing/cards.ts'
import { createPaymentIntent } from '#contract/billing/purchases.ts'
import { as, expect, page, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { openedWith, servePayments } from './paying.ts'
import { serveTalk, startTalking } from './talk.ts'

const declined = { brand: 'visa', last4: '0341', expMonth: 12, expYear: 2034 }
const visa = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 }

test('a card that was replaced while the sheet was closed pays, however late it is loaded', tagged('D87'), async () => {
  as(subscriberMe)
  await serveTalk(page, server, subscriberMe)
  await servePayments(page)
  server.answer(card, { card: declined })
  server.answer(createPaymentIntent, openedWith(declined, 'pm_declined'))
  const dialog = await startTalking(page)
  await dialog.getByRole('button', { name: 'Buy Credits' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add Credits' })
  await sheet.getByRole('button', { name: /^120 minutes/ }).click()
  await expect(sheet.getByRole('button', { name: 'Pay $25.00 with Visa ending in 0341' })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)

  server.answer(card, { card: visa })
  server.answer(createPaymentIntent, openedWith(visa, 'pm_visa'))
  const release = server.hold(card)
  await dialog.getByRole('button', { name: 'Buy Credits' }).click()
  await expect.poll(() => server.asked(card).length).toBe(2)
  const uplift = sheet.getByRole('button', { name: /^120 minutes/ })
  await uplift.click()
  await expect(uplift).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(sheet.getByRole('button', { name: 'Pay $25.00 with Visa ending in 4242' })).toBeEnabled()
  expect(server.asked(createPaymentIntent)).toHaveLength(2)
})

test('a declined or missing card leads to the checkout next to the conversation', tagged('D87'), async () => {
  as(subscriberMe)
  await serveTalk(page, server, subscriberMe)
  await servePayments(page, {
    error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' },
  })
  server.answer(card, { card: declined })
  server.answer(createPaymentIntent, openedWith(declined, 'pm_declined'))
  const dialog = await startTalking(page)
  await dialog.getByRole('button', { name: 'Buy Credits' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add Credits' })
  await sheet.getByRole('button', { name: /^120 minutes/ }).click()
  await sheet.getByRole('button', { name: 'Pay $25.00 with Visa ending in 0341' }).click()
  await expect(sheet.getByText('Your card was declined.')).toBeVisible()
  const other = sheet.getByRole('link', { name: 'Use another card' })
  await expect(other).toHaveAttribute('href', /^\/checkout/)
  await expect(other).toHaveAttribute('target', '_blank')
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  server.answer(card, { card: null })
  await dialog.getByRole('button', { name: 'Buy Credits' }).click()
  await expect(sheet).toContainText('No saved card')
  const checkout = sheet.getByRole('link', { name: 'Go to checkout' })
  await expect(checkout).toHaveAttribute('href', '/checkout')
  await expect(checkout).toHaveAttribute('target', '_blank')
})
