import { register } from '#contract/identity/auth.ts'
import { updateNames } from '#contract/identity/profile.ts'
import { agents } from '#contract/agents/agents.ts'
import type { PackageTier } from '#contract/billing/prices.ts'
import { createCombinedPurchase } from '#contract/billing/purchases.ts'
import {
  as,
  closeToasts,
  expect,
  expectRow,
  page,
  registeredMe,
  server,
  subscriberMe,
  tagged,
  test,
  toastOf,
} from '#tests/pages.ts'
import { password, unconfirmedMe } from './identity.ts'
import { openPayment, serveFirstPayment } from './registration.ts'

test('the details step names what is wrong and loses nothing (S013, S155, S181, S251, S310, D11, D12, D23)', async () => {
  await page.goto('/register')
  const submit = page.getByRole('button', { name: 'Create Account' })
  await submit.click()
  for (const message of [
    'First name is required',
    'Last name is required',
    'Email is required',
    'Password is required',
  ]) {
    await expect(page.getByText(message)).toBeVisible()
  }
  await expect(page.getByLabel('First name')).toBeFocused()
  await page.getByLabel('First name').fill('Vera')
  await page.getByLabel('Last name').fill('Visitor')
  await page.getByLabel('Email', { exact: true }).fill('known@example.com')
  await page.getByLabel('Password', { exact: true }).fill('seven-7')
  await submit.click()
  await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  expect(server.asked(register)).toEqual([])

  server.refuse(register, 'common_password', { field: 'password' })
  await page.getByLabel('Password', { exact: true }).fill('password123')
  await submit.click()
  await expect(page.getByRole('main').getByText('Please choose a less common password.')).toBeVisible()
  await closeToasts(page)
  server.refuse(register, 'registration_failed')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await submit.click()
  await expectRow(page, 'S251')
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Vera')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)

  const terms = page.getByText(/By continuing you confirm that you are 18 or older and agree/)
  await expect(terms.getByRole('link', { name: 'Terms of Use' })).toHaveAttribute('href', '/terms-of-service')
  await expect(terms.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy-policy')
})

test('three steps; each package shows its sum; Back keeps what was typed and creates no second account (S064-S067, S069, D21, D33)', async ({
  provider,
}) => {
  const me = { ...unconfirmedMe, firstName: 'Vera', lastName: 'Visitor' }
  server.answer(register, () => {
    as(me)
    return me
  })
  await page.goto('/register?tier=nonsense')
  await page.getByLabel('First name').fill('Vera')
  await page.getByLabel('Last name').fill('Visitor')
  await page.getByLabel('Email', { exact: true }).fill(me.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()

  await expect(page.getByRole('heading', { name: 'Choose your package' })).toBeFocused()
  await expect(page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]')).toContainText('Package')
  await expect(page.getByRole('radio', { name: /Uplift/ })).toBeChecked()
  for (const [name, card, sum] of [
    ['Launch', '60 minutes for $15', '$17.97'],
    ['Navigate', '240 minutes for $45', '$47.97'],
    ['Ascend', '600 minutes for $95', '$97.97'],
    ['Uplift', '120 minutes for $25', '$27.97'],
  ] as const) {
    await page.getByRole('radio', { name: `${name}: ${card}` }).click()
    await expect(page.getByRole('button', { name: `Continue to Payment · ${sum}` })).toBeVisible()
  }

  await page.getByRole('button', { name: 'Back to Details' }).click()
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeFocused()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(me.email)
  await expect(page.getByLabel('Email', { exact: true })).toBeDisabled()
  await expect(page.getByLabel('Password', { exact: true })).toBeDisabled()
  const renamed = { ...me, firstName: 'Verena' }
  server.answer(updateNames, renamed)
  as(renamed)
  await page.getByLabel('First name').fill('Verena')
  await page.getByRole('button', { name: 'Continue' }).click()
  await serveFirstPayment(server, provider)
  await page.getByRole('button', { name: 'Continue to Payment · $27.97' }).click()
  const summary = page.getByRole('main')
  for (const text of ['Uplift', '$25.00', 'Platform access', '$2.97', '120 minutes', '30 minutes', '150 minutes'])
    await expect(summary).toContainText(text)
  await expect(page.getByRole('button', { name: 'Pay $27.97' })).toBeEnabled()
  await page.getByRole('button', { name: 'Back to Package' }).click()
  await expect(page.getByRole('heading', { name: 'Choose your package' })).toBeFocused()
  await page.getByRole('button', { name: 'Back to Details' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Verena')
  expect(server.asked(register).map(({ body }) => body)).toEqual([
    { firstName: 'Vera', lastName: 'Visitor', email: me.email, password },
  ])
  expect(server.asked(updateNames).map(({ body }) => body)).toEqual([{ firstName: 'Verena', lastName: 'Visitor' }])
})

test('a person with an account but no access begins at the package, and can change it at the payment (S016, D4, D34)', async ({
  provider,
}) => {
  as(registeredMe)
  await serveFirstPayment(server, provider)
  await openPayment(page)
  await page.getByRole('button', { name: 'Change Package' }).click()
  await serveFirstPayment(server, provider, 'launch')
  await page.getByRole('radio', { name: /Launch/ }).click()
  await page.getByRole('button', { name: 'Continue to Payment · $17.97' }).click()
  await expect(page.getByRole('button', { name: 'Pay $17.97' })).toBeEnabled()
  expect(server.asked(createCombinedPurchase).map(({ body }) => body)).toEqual([
    { package: 'uplift', subscriptionPrice: 2.97 },
    { package: 'launch', subscriptionPrice: 2.97 },
  ])
})

test('the payment step requires an account, and a package in the address is used', tagged('S032 S157 D4'), async () => {
  await page.goto('/register?step=payment')
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  as(registeredMe)
  await page.goto('/register?tier=ascend')
  await expect(page.getByRole('radio', { name: /Ascend/ })).toBeChecked()
  as(subscriberMe)
  server.answer(agents, [])
  await page.goto('/register?step=payment')
  await expect(page).toHaveURL('/marketplace')
})

test('a price other than the one shown charges nothing; the right amount is shown and can be paid (D29)', async ({
  provider,
}) => {
  as(registeredMe)
  server.refuse(createCombinedPurchase, 'price_changed', {
    field: 'subscriptionPrice',
    details: { subscriptionPrice: 3.5, totalAmount: 98.5 },
  })
  await page.goto('/register?step=payment&tier=ascend')
  await page.getByRole('button', { name: 'Continue to Payment · $97.97' }).click()
  await expect(toastOf(page)).toContainText('Payment Setup Failed')
  await expect(toastOf(page)).toContainText('The price has changed. Please check the new price and try again.')
  await expect(page.getByRole('main')).toContainText('Platform access is $3.50 a month')
  await expect(page.getByRole('main')).toContainText('$98.50. Nothing was charged.')
  await serveFirstPayment(server, provider, 'ascend', 3.5)
  await page.getByRole('button', { name: 'Continue to Payment · $98.50' }).click()
  await expect(page.getByRole('button', { name: 'Pay $98.50' })).toBeEnabled()
  expect(server.asked(createCombinedPurchase).map(({ body }) => body.subscriptionPrice)).toEqual([2.97, 3.5])
})

test('a payment that cannot be set up says so and stays at the package', tagged('S156 S252'), async ({ provider }) => {
  as(registeredMe)
  server.refuse(createCombinedPurchase, 'payment_unavailable')
  const tier: PackageTier = 'navigate'
  await page.goto('/register?step=payment')
  await page.getByRole('radio', { name: /Navigate/ }).click()
  await page.getByRole('button', { name: 'Continue to Payment · $47.97' }).click()
  await expectRow(page, 'S252')
  await expect(page.getByRole('radio', { name: /Navigate/ })).toBeChecked()
  await serveFirstPayment(server, provider, tier)
  await page.getByRole('button', { name: 'Continue to Payment · $47.97' }).click()
  await expect(page.getByRole('button', { name: 'Pay $47.97' })).toBeVisible()
  await expect(toastOf(page)).toHaveCount(0)
})
