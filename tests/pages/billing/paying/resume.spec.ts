import { resumePayment } from '#contract/billing/auto-purchase.ts'
import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import { fillCard } from '../../../kit/browser/card-form.ts'
import { as, expect, expectWords, main, page, press, server, tagged, test, toastOf } from '#tests/pages.ts'
import { visa, withMinutes } from '../account/account.ts'
import { serveDashboard } from '../../conversations/home.ts'
import { creditPayment, expectPaid, packageSummary, watchPaying } from './payments.ts'

const checkoutId = '0d4c7f8e-0003-4a61-8f0e-6f2f3b1c0003'
const kept = 'Visa ending in 3184'
const heading = () => page.getByRole('heading', { name: 'Confirm your payment' })

test('a stopped payment is confirmed by its card or paid by another', tagged('D47'), async ({ provider }) => {
  as(withMinutes(5))
  serveDashboard(server)
  creditPayment(server, withMinutes(125), { creditsAdded: 120, monthlyCreditsAdded: 0 })
  const open = async () => ({
    ...(await provider.openKeptPayment(2500, 'pm_card_authenticationRequired')),
    summary: packageSummary('uplift'),
    card: { ...visa, last4: '3184' },
    organizationName: null,
  })
  server.answer(resumePayment, await open())
  await watchPaying()
  await page.goto(`/checkout?resume=${checkoutId}`)
  await expect(heading()).toBeVisible()
  await expectWords(main(), 'Your bank is holding an automatic purchase until you confirm it.')
  await expectWords(main(), 'Uplift', '$25.00', '120 minutes')
  await expectWords(main(), 'Automatic purchases continue until you turn them off on your Account page.')
  await expect(page.getByLabel('Card number')).toHaveCount(0)
  await press(main(), `Confirm with ${kept}`)
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(toastOf(page)).toContainText('Payment Failed')
  await expect(main()).toContainText(/unable to authenticate/i)
  await expect(page.getByRole('banner')).toContainText('5 minutes')
  expect(server.asked(processPaymentSuccess)).toEqual([])
  const said = '120 minutes were added to your balance.'
  const approve = async () => {
    await press(main(), `Confirm with ${kept}`)
    await page.getByRole('button', { name: 'Approve' }).click()
  }
  await expectPaid({ pay: approve, said })
  await expect(page.getByRole('banner')).toContainText('125 minutes')

  server.answer(resumePayment, await open())
  await page.goto(`/checkout?resume=${checkoutId}`)
  await press(main(), 'Use another card')
  await expect(heading()).toBeFocused()
  await press(main(), `Back to ${kept}`)
  await press(main(), 'Use another card')
  await expect(page.getByRole('button', { name: 'Pay $25.00' })).toBeEnabled()
  await fillCard(page, '4242424242424242')
  await expectPaid({ pay: () => press(main(), 'Pay $25.00'), said })
  const asked = server.asked(resumePayment).map(({ params }) => params.id)
  expect(asked).toEqual([checkoutId, checkoutId])
})
