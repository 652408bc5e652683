import { agents } from '#contract/agents/agents.ts'
import { createCombinedPurchase, openFirstPayment } from '#contract/billing/purchases.ts'
import { register } from '#contract/identity/auth.ts'
import { as, expect, it, page, server, tags } from '#tests/components.ts'
import { click, closeToasts, expectRow, field, fill, heading, main } from '#tests/components/words.ts'
import { password } from '#tests/pages/identity/identity.ts'
import { registeredMe, subscriberMe } from '#tests/pages/people.ts'

const radio = (name: string) => page.getByRole('radio', { name: new RegExp(name) })

it('the details step loses nothing when it is refused, and links the terms', tags('S013 S181 S251 D23'), async () => {
  const values = { 'First name': 'Vera', 'Last name': 'Visitor', Email: 'known@example.com', Password: password }
  server.refuse(register, 'registration_failed')
  await page.goto('/register')
  await fill(values)
  await click('Create Account')
  await expectRow('S251')
  await expect(heading('Create your account')).toBeVisible()
  for (const [label, value] of Object.entries(values)) await expect(field(label)).toHaveValue(value)
  const terms = page.getByText(/By continuing you confirm that you are 18 or older and agree/)
  await expect(terms.getByRole('link', { name: 'Terms of Use' })).toHaveAttribute('href', '/terms-of-service')
  await expect(terms.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy-policy')
})

it('the payment step requires an account without access', tags('S016 S032 S157 D4'), async () => {
  await page.goto('/register?step=payment')
  await expect(heading('Create your account')).toBeVisible()
  await page.goto('/register?tier=ascend&ref=ABC')
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    '/login?next=%2Fregister%3Ftier%3Dascend',
  )
  as(registeredMe)
  await page.goto('/register?tier=ascend')
  await expect(radio('Ascend')).toBeChecked()
  as(subscriberMe)
  server.answer(agents, [])
  await page.goto('/register?step=payment')
  await expect(page).toHaveURL('/marketplace')
})

it('a price other than the one shown charges nothing and is corrected', tags('S156 S252 D29'), async () => {
  as(registeredMe)
  server.refuse(createCombinedPurchase, 'price_changed', {
    field: 'subscriptionPrice',
    details: { subscriptionPrice: 3.5, totalAmount: 98.5 },
  })
  await page.goto('/register?step=payment&tier=ascend')
  await click('Continue to Payment · $97.97')
  await expectRow('S252', 'The price has changed. Please check the new price and try again.')
  for (const text of ['Platform access is $3.50 a month', '$98.50. Nothing was charged.'])
    await expect(main()).toContainText(text)
  await closeToasts()
  server.refuse(createCombinedPurchase, 'payment_unavailable')
  await click('Continue to Payment · $98.50')
  await expectRow('S252')
  await expect(radio('Ascend')).toBeChecked()
  expect(server.asked(createCombinedPurchase).map(({ body }) => body.subscriptionPrice)).toEqual([2.97, 3.5])
})

it('an open payment that cannot be reopened leaves the choice of a package', tags('S016 S156 S252 D4'), async () => {
  as(registeredMe)
  server.answer(openFirstPayment, { package: 'launch' })
  server.refuse(createCombinedPurchase, 'payment_unavailable')
  // Coming back without naming a step leads to it as well, and to no other payment.
  for (const address of ['/register?step=payment', '/register', '/register?tier=ascend']) {
    await page.goto(address)
    await expectRow('S252')
    await expect(radio('Launch')).toBeChecked()
    await closeToasts()
  }
  expect(server.asked(createCombinedPurchase).map(({ body }) => body.package)).toEqual(['launch', 'launch', 'launch'])
})
