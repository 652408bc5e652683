import { register } from '#contract/identity/auth.ts'
import { updateNames } from '#contract/identity/profile.ts'
import { createCombinedPurchase, openFirstPayment } from '#contract/billing/purchases.ts'
import { fillCard } from '../../kit/browser/card-form.ts'
import { as, closeToasts, expect, page, registeredMe, server, tagged, test } from '#tests/pages.ts'
import { password, unconfirmedMe } from './identity.ts'
import { openPayment, serveFirstPayment } from './registration.ts'

const button = (name: string) => page.getByRole('button', { name })
const heading = (name: string) => page.getByRole('heading', { name })
const radio = (name: string) => page.getByRole('radio', { name: new RegExp(name) })
const field = (label: string) => page.getByLabel(label, { exact: true })

test(
  'three steps; Back creates no second account',
  tagged('S064 S065 S066 S067 S069 D21 D33'),
  async ({ provider }) => {
    const me = { ...unconfirmedMe, firstName: 'Vera', lastName: 'Visitor' }
    server.answer(register, () => {
      as(me)
      return me
    })
    await page.goto('/register?tier=nonsense')
    const typed = { 'First name': 'Vera', 'Last name': 'Visitor', Email: me.email, Password: password }
    for (const [label, value] of Object.entries(typed)) await field(label).fill(value)
    await button('Create Account').click()

    await expect(heading('Choose your package')).toBeFocused()
    await expect(page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]')).toContainText('Package')
    await expect(radio('Uplift')).toBeChecked()
    for (const [card, sum] of [
      ['Launch: 60 minutes for $15', '$17.97'],
      ['Navigate: 240 minutes for $45', '$47.97'],
      ['Ascend: 600 minutes for $95', '$97.97'],
      ['Uplift: 120 minutes for $25', '$27.97'],
    ] as const) {
      await page.getByRole('radio', { name: card }).click()
      await expect(button(`Continue to Payment · ${sum}`)).toBeVisible()
    }

    await button('Back to Details').click()
    await expect(heading('Your details')).toBeFocused()
    await expect(field('Email')).toHaveValue(me.email)
    for (const label of ['Email', 'Password']) await expect(field(label)).toBeDisabled()
    const renamed = { ...me, firstName: 'Verena' }
    server.answer(updateNames, renamed)
    as(renamed)
    await field('First name').fill('Verena')
    await button('Continue').click()
    await serveFirstPayment(server, provider)
    await button('Continue to Payment · $27.97').click()
    for (const text of ['Uplift', '$25.00', 'Platform access', '$2.97', '120 minutes', '30 minutes', '150 minutes'])
      await expect(page.getByRole('main')).toContainText(text)
    await expect(button('Pay $27.97')).toBeEnabled()
    await button('Back to Package').click()
    await expect(heading('Choose your package')).toBeFocused()
    await button('Back to Details').click()
    await expect(field('First name')).toHaveValue('Verena')
    expect(server.asked(register).map(({ body }) => body)).toEqual([
      { firstName: 'Vera', lastName: 'Visitor', email: me.email, password },
    ])
    expect(server.asked(updateNames).map(({ body }) => body)).toEqual([{ firstName: 'Verena', lastName: 'Visitor' }])
  },
)

test('steps are in the history, and the chosen package survives', tagged('S016 S067 D4'), async ({ provider }) => {
  as(registeredMe)
  await page.goto('/register?tier=ascend')
  await radio('Navigate').click()
  await page.reload()
  await expect(radio('Navigate')).toBeChecked()
  await serveFirstPayment(server, provider, 'navigate')
  await button('Continue to Payment · $47.97').click()
  await expect(button('Pay $47.97')).toBeEnabled()

  await page.goBack()
  await expect(heading('Choose your package')).toBeVisible()
  await expect(radio('Navigate')).toBeChecked()
  await button('Back to Details').click()
  await expect(heading('Your details')).toBeVisible()
  await page.goBack()
  await page.goForward()
  await expect(heading('Your details')).toBeVisible()
})

test('a new visit offers the open payment, which can be changed', tagged('S016 D4 D34'), async ({ provider }) => {
  as(registeredMe)
  server.answer(openFirstPayment, { package: 'launch' })
  await serveFirstPayment(server, provider, 'launch')
  await page.goto('/register?step=payment')
  await expect(button('Pay $17.97')).toBeEnabled()
  await button('Change Package').click()
  await expect(radio('Launch')).toBeChecked()
  await serveFirstPayment(server, provider)
  await radio('Uplift').click()
  await button('Continue to Payment · $27.97').click()
  await expect(button('Pay $27.97')).toBeEnabled()
  expect(server.asked(createCombinedPurchase).map(({ body }) => body)).toEqual([
    { package: 'launch', subscriptionPrice: 2.97 },
    { package: 'uplift', subscriptionPrice: 2.97 },
  ])
})

test('a payment that another tab has replaced says so; a new one can be paid', tagged('D34'), async ({ provider }) => {
  as(registeredMe)
  const replaced = await serveFirstPayment(server, provider)
  await openPayment()
  await provider.cancel(replaced)
  await fillCard(page, '4242424242424242')
  await button('Pay $27.97').click()
  const said = page.getByRole('main').getByText('This payment was replaced by another choice. Nothing was charged.')
  await expect(said).toBeVisible()
  await closeToasts(page)
  await serveFirstPayment(server, provider)
  await button('Start a New Payment').click()
  await expect(said).toHaveCount(0)
  await expect(button('Pay $27.97')).toBeEnabled()
})

test('a payment that takes long to prepare says so after 5 s and can be left', tagged('S156'), async ({ provider }) => {
  as(registeredMe)
  await serveFirstPayment(server, provider)
  await page.clock.install()
  const release = server.hold(createCombinedPurchase)
  await page.goto('/register?step=payment')
  await button('Continue to Payment · $27.97').click()
  await expect(button('Preparing…')).toBeVisible()
  const slow = page.getByText('This is taking longer than usual.')
  await expect(slow).toHaveCount(0)
  await page.clock.fastForward(5000)
  await expect(slow).toBeVisible()
  await button('Back to Details').click()
  await expect(heading('Your details')).toBeVisible()
  release()
  // Its answer comes before this one and leads nowhere.
  server.answer(updateNames, registeredMe)
  await button('Continue').click()
  await expect(heading('Choose your package')).toBeVisible()
})
