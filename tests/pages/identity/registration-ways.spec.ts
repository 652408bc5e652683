import { updateNames } from '#contract/identity/profile.ts'
import { createCombinedPurchase, openFirstPayment } from '#contract/billing/purchases.ts'
import { fillCard } from '../../kit/browser/card-form.ts'
import { as, closeToasts, expect, expectRow, page, registeredMe, server, tagged, test } from '#tests/pages.ts'
import { openPayment, serveFirstPayment } from './registration.ts'

test('steps are in the history, and the chosen package survives Back, a reload and the detour to the sign-in page (S016, S067, D4)', async ({
  provider,
}) => {
  await page.goto('/register?tier=ascend&ref=ABC')
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    '/login?next=%2Fregister%3Ftier%3Dascend',
  )
  as(registeredMe)
  await page.goto('/register?tier=ascend')
  await page.getByRole('radio', { name: /Navigate/ }).click()
  await page.reload()
  await expect(page.getByRole('radio', { name: /Navigate/ })).toBeChecked()
  await serveFirstPayment(server, provider, 'navigate')
  await page.getByRole('button', { name: 'Continue to Payment · $47.97' }).click()
  await expect(page.getByRole('button', { name: 'Pay $47.97' })).toBeEnabled()

  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Choose your package' })).toBeVisible()
  await expect(page.getByRole('radio', { name: /Navigate/ })).toBeChecked()
  await page.getByRole('button', { name: 'Back to Details' }).click()
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
  await page.goBack()
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
})

test('a new visit offers the open payment, which can be changed', tagged('S016 D4 D34'), async ({ provider }) => {
  as(registeredMe)
  server.answer(openFirstPayment, { package: 'launch' })
  await serveFirstPayment(server, provider, 'launch')
  await page.goto('/register?step=payment')
  await expect(page.getByRole('button', { name: 'Pay $17.97' })).toBeEnabled()
  expect(server.asked(createCombinedPurchase).map(({ body }) => body.package)).toEqual(['launch'])
  await page.reload()
  await expect(page.getByRole('button', { name: 'Pay $17.97' })).toBeEnabled()
  await page.getByRole('button', { name: 'Change Package' }).click()
  await expect(page.getByRole('radio', { name: /Launch/ })).toBeChecked()
})

test('an open payment that cannot be reopened leaves the choice of a package', tagged('S016 S156 S252'), async () => {
  as(registeredMe)
  server.answer(openFirstPayment, { package: 'launch' })
  server.refuse(createCombinedPurchase, 'payment_unavailable')
  await page.goto('/register?step=payment')
  await expectRow(page, 'S252')
  await expect(page.getByRole('radio', { name: /Launch/ })).toBeChecked()
})

test('a payment that another tab has replaced says so, and a new one can be paid (D34)', async ({ provider }) => {
  as(registeredMe)
  const replaced = await serveFirstPayment(server, provider)
  await openPayment(page)
  await provider.cancel(replaced)
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Pay $27.97' }).click()
  const main = page.getByRole('main')
  await expect(main.getByText('This payment was replaced by another choice. Nothing was charged.')).toBeVisible()
  await closeToasts(page)
  await serveFirstPayment(server, provider)
  await page.getByRole('button', { name: 'Start a New Payment' }).click()
  await expect(main.getByText('This payment was replaced')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Pay $27.97' })).toBeEnabled()
})

test('a payment that takes long to prepare says so after 5 s and can be left', tagged('S156'), async ({ provider }) => {
  as(registeredMe)
  await serveFirstPayment(server, provider)
  await page.clock.install()
  const release = server.hold(createCombinedPurchase)
  await page.goto('/register?step=payment')
  await page.getByRole('button', { name: 'Continue to Payment · $27.97' }).click()
  await expect(page.getByRole('button', { name: 'Preparing…' })).toBeVisible()
  await expect(page.getByText('This is taking longer than usual.')).toHaveCount(0)
  await page.clock.fastForward(5000)
  await expect(page.getByText('This is taking longer than usual.')).toBeVisible()
  await page.getByRole('button', { name: 'Back to Details' }).click()
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
  release()
  // Its answer comes before this one and leads nowhere.
  server.answer(updateNames, registeredMe)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Choose your package' })).toBeVisible()
})
