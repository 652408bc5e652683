import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { breakWrites, setSwitches } from './faults.ts'
import { expect, fillCard, test, type Page, url } from './fixtures.ts'
import { chosen, fillContact, registrationsOf, submitButton } from './organization-registering.ts'
import { freshEmail, password, sql } from './people.ts'
import { expectRow } from '../kit/toasts.ts'
import { closeToasts, mailedLink, toastOf } from '../kit/watch.ts'

/** What can go wrong from the open payment of an organization to its admin's first sign-in. */

test.afterEach(() => setSwitches({ apiFault: { stripe: null } }))
// The checker tries a style of its own.
test.use({ expectedNoise: checkerNoise })

/** Registers as a visitor; answers the registration's id. */
async function register(page: Page, email: string): Promise<string> {
  await page.goto(`/organization-register-simplified?${chosen}`)
  await fillContact(page, email)
  await page.getByLabel('Agent purpose').fill('Answers our clients.')
  await submitButton(page).click()
  await expect(page).toHaveURL('/organization-checkout')
  const [row] = await registrationsOf(email)
  return String(row?.id)
}

const checkout = (id: string) => `/organization-checkout?registrationId=${id}&amount=1419`
const payButton = (page: Page) => page.getByRole('button', { name: 'Pay $1,419.00' })

async function pay(page: Page): Promise<void> {
  await expect(payButton(page)).toBeEnabled()
  await fillCard(page, '4242 4242 4242 4242')
  await payButton(page).click()
}

/** A paid registration whose browser stands before its password. */
async function beforePassword(page: Page): Promise<{ id: string; email: string; userId: string }> {
  const email = freshEmail()
  const id = await register(page, email)
  await pay(page)
  await expect(page.getByRole('heading', { name: 'Set your password' })).toBeVisible()
  await closeToasts(page)
  const [admin] = await sql<{ id: string }>('select id from users where email = $1', [email])
  return { id, email, userId: admin?.id ?? '' }
}

async function setPassword(page: Page, secret: string, again = secret): Promise<void> {
  await page.getByLabel('New password').fill(secret)
  await page.getByLabel('Confirm password').fill(again)
  await page.getByRole('button', { name: 'Set Password' }).click()
}

test('a payment that comes without its secret cannot be made; the next try opens one (S617)', async ({ page }) => {
  await setSwitches({ apiFault: { stripe: 'no_secret' } })
  await register(page, freshEmail())
  await expectRow(page, 'S617')
  await expect(page.getByRole('heading', { name: 'Payment Setup Failed' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Nothing was charged.')
  await setSwitches({ apiFault: { stripe: null } })
  await page.getByRole('button', { name: 'Try Again' }).click()
  await pay(page)
  await expect(page).toHaveURL('/organization-success')
})

test('a payment that cannot be opened says so in its own words (S618)', async ({ page }) => {
  const email = freshEmail()
  const id = await register(page, email)
  await expect(payButton(page)).toBeEnabled()
  await sql(
    'update business_registration set stripe_subscription_id = null, stripe_payment_intent_id = null, payment_attempt = 9 where id = $1',
    [id],
  )
  const mend = await breakWrites('business_registration', 'update', { id, accountId: '' })
  await closeToasts(page)
  await page.goto(checkout(id))
  await expectRow(page, 'S618')
  await expect(page.getByRole('main')).toContainText('Failed to initialize payment')
  await mend()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(payButton(page)).toBeEnabled()
})

test('a fault of the provider while the card is charged is unexpected; the same payment goes through afterwards (S620)', async ({
  page,
}) => {
  await register(page, freshEmail())
  await expect(payButton(page)).toBeEnabled()
  await fillCard(page, '4242 4242 4242 4242')
  await closeToasts(page)
  await setSwitches({ apiFault: { stripe: 'error' } })
  await payButton(page).click()
  await expectRow(page, 'S620')
  await expect(page.getByRole('form', { name: 'Card' })).toContainText('Your card was not charged')
  await setSwitches({ apiFault: { stripe: null } })
  await payButton(page).click()
  await expect(page).toHaveURL('/organization-success')
})

test('prices that changed since the registration are shown before anything can be paid (D29, D93)', async ({
  page,
}) => {
  const id = await register(page, freshEmail())
  await expect(payButton(page)).toBeEnabled()
  await sql(
    `update business_registration set user_access_cents = user_access_cents + 500,
       monthly_total_cents = monthly_total_cents + 500 where id = $1`,
    [id],
  )
  await page.goto(checkout(id))
  await expect(page.getByRole('heading', { name: 'The price has changed' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Every month $374.00 $369.00' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Total Payment Today $1,424.00 $1,419.00' })).toBeVisible()
  await expect(toastOf(page)).toHaveCount(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Continue with $1,419.00' }).click()
  await pay(page)
  await expect(page).toHaveURL('/organization-success')
})

test('two passwords that differ, and a short one (S520, S621, S622)', async ({ page }) => {
  await beforePassword(page)
  await setPassword(page, 'seven77')
  await expectRow(page, 'S622')
  await closeToasts(page)
  await setPassword(page, password, `${password}x`)
  await expectRow(page, 'S520')
  await expectRow(page, 'S621')
  await expect(page.getByLabel('Confirm password')).toBeFocused()
})

test('a password that cannot be saved leaves the form as it is (S623, D105)', async ({ page }) => {
  const { userId } = await beforePassword(page)
  const mend = await breakWrites('users', 'update', { id: userId, accountId: '' })
  await setPassword(page, password)
  await expectRow(page, 'S623')
  await mend()
  await closeToasts(page)
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page).toHaveURL('/organization-dashboard')
})

test('a sign-in that fails after the password leads to the sign-in page (S624)', async ({ page }) => {
  const { userId, email } = await beforePassword(page)
  const mend = await breakWrites('session', 'insert', { id: userId, accountId: '' })
  await setPassword(page, password)
  // The toast of the saved password fades away beside it.
  await expectRow(page, 'S624')
  await expect(page.getByText('Your password is set. Please sign in with it.')).toBeVisible()
  await mend()
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/organization-dashboard')
})

test('a password that was set by the forgotten-password mail meanwhile stays: the page leads to the sign-in (D105)', async ({
  page,
  browser,
}) => {
  const { id, email } = await beforePassword(page)
  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const other = await elsewhere.newPage()
  await other.goto('/forgot-password')
  await other.getByLabel('Email').fill(email)
  await other.getByRole('main').getByRole('button').first().click()
  await expect(other.getByText('Check Your Email')).toBeVisible()
  await other.goto(await mailedLink(url, email, 'Reset your password'))
  await other.getByLabel('New password').fill(password)
  await other.getByLabel('Confirm password').fill(password)
  await other.getByRole('main').getByRole('button', { name: 'Reset Password' }).click()
  await expect
    .poll(() => sql('select from users where email = $1 and password_hash is not null', [email]))
    .toHaveLength(1)
  await elsewhere.close()

  // The open form changes nothing any more, and says where to go.
  await setPassword(page, `${password}-other`)
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await page.goto(`/organization-success?id=${id}`)
  await expect(page.getByText('Your password is set. Please sign in with it.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/organization-dashboard')
})
