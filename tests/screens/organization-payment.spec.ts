import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { expect, fillCard, test, type Page } from './fixtures.ts'
import { setSwitches } from './faults.ts'
import { chosen, fillContact, registrationsOf, submitButton } from './organization-registering.ts'
import { expectDelay, forgetMoments, recordMoments } from '../kit/moments.ts'
import { freshEmail, password, registered, sql } from './people.ts'
import { recordedTexts, recordTexts } from './talking.ts'
import { countOf, hold, toastOf, watchRequests } from '../kit/watch.ts'

/** From a stored registration to the dashboard's address: pay, set the password, or sign in and attach. */

test.afterEach(() => setSwitches({ apiFault: { stripe: null }, webhooks: 'deliver' }))
// A declined card is an error of the provider's answer; the checker tries a style of its own.
test.use({ expectedNoise: checkerNoise })

/** Registers as a visitor; the checkout opens with what was stored. */
async function register(page: Page, email: string): Promise<void> {
  await page.goto(`/organization-register-simplified?${chosen}`)
  await fillContact(page, email)
  await page.getByLabel('Agent purpose').fill('Answers our clients.')
  await submitButton(page).click()
  await expect(page).toHaveURL('/organization-checkout')
}

const payButton = (page: Page) => page.getByRole('button', { name: 'Pay $1,419.00' })

async function pay(page: Page, number = '4242 4242 4242 4242'): Promise<void> {
  await expect(payButton(page)).toBeEnabled()
  await fillCard(page, number)
  await payButton(page).click()
}

test('a visitor registers, pays, sets a password and arrives at the dashboard (S362, S364, S365, S366, S367, S553, S555, S643, S644, S681)', async ({
  page,
}) => {
  const email = freshEmail()
  await recordMoments(page)
  await register(page, email)
  const summary = page.getByRole('region', { name: 'Investment Summary' })
  for (const text of ['Single agent', '5 × $2.80', 'Growth minutes', 'Branded app setup', '$1,050.00', '$369.00'])
    await expect(summary).toContainText(text)
  await expect(page.getByText('From 200 users on, every 100 users cost $250 per month.')).toBeVisible()
  await expect(
    page.getByText('1,000 minutes for $135.00 when fewer than 30 remain, at most $270.00 a month.'),
  ).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })

  await pay(page)
  await expect(toastOf(page).filter({ hasText: 'Payment Successful' })).toBeVisible()
  const [row] = await registrationsOf(email)
  await expect(page).toHaveURL('/organization-success')
  await expect(page.getByText(String(row?.id))).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('First name')).toHaveValue('Olive')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByLabel('New password').fill('short77')
  await page.getByLabel('Confirm password').fill('short77')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(toastOf(page).filter({ hasText: 'Password Too Short' })).toContainText(
    'Password must be at least 8 characters long.',
  )
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(`${password}x`)
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(toastOf(page).filter({ hasText: 'Password Mismatch' })).toContainText(
    'Passwords do not match. Please try again.',
  )
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(toastOf(page).filter({ hasText: 'Password Set Successfully!' })).toBeVisible()
  await expect(page).toHaveURL('/organization-dashboard')
  await expectDelay(page, 'answer 200 POST /api/auth/update-temp-password', 'screen /organization-dashboard', 2000)

  // Who is signed in already is led on after the countdown (S366).
  await forgetMoments(page)
  const status = `/api/organizations/registrations/${String(row?.id)}/status`
  const release = await hold(page, `**${status}`)
  await page.goto(`/organization-success?id=${String(row?.id)}`)
  // The countdown is over in three seconds, so what it said is read afterwards.
  await recordTexts(page, '[role=status]')
  await release()
  await expect(page).toHaveURL('/organization-dashboard')
  expect((await recordedTexts(page)).join('\n')).toMatch(/Taking you to its dashboard in [123]…/)
  await expectDelay(page, `answer 200 GET ${status}`, 'screen /organization-dashboard', 3000)
})

test('a declined card is told in the provider’s words, and another one pays (S619)', async ({ page }) => {
  await register(page, freshEmail())
  await pay(page, '4000 0000 0000 0002')
  await expect(toastOf(page).filter({ hasText: 'Payment Failed' })).toContainText('Your card was declined.')
  await pay(page)
  await expect(page).toHaveURL('/organization-success')
})

test('a bank that asks is answered over the page; the next address names the registration alone (S553, D107)', async ({
  page,
}) => {
  await register(page, freshEmail())
  await pay(page, '4000 0027 6000 3184')
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await expect(page).toHaveURL('/organization-success')
})

test('who has an account with the address signs in and attaches the organization (D106)', async ({ page }) => {
  const person = await registered()
  await sql('update users set email_verified = true where id = $1', [person.id])
  await register(page, person.email)
  await pay(page)
  await expect(page.getByRole('heading', { name: 'Sign in to attach Acme & Sons.' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('button', { name: 'Attach' }).click()
  await expect(page).toHaveURL('/organization-dashboard')
  const places = await sql<{ role: string }>('select role from organization_user where user_id = $1', [person.id])
  expect(places).toEqual([{ role: 'admin' }])
})

test('without an id or an amount above 0 nothing is asked of the server (S363, S481, S616)', async ({ page }) => {
  const seen = watchRequests(page)
  const id = crypto.randomUUID()
  for (const query of [
    '',
    `?registrationId=${id}`,
    '?amount=5',
    ...['0', '-5', 'abc'].map((amount) => `?registrationId=${id}&amount=${amount}`),
  ]) {
    await page.goto(`/organization-checkout${query}`)
    await expect(page.getByRole('heading', { name: 'Payment Setup Failed' })).toBeVisible()
    await expect(toastOf(page).filter({ hasText: 'Invalid Request' })).toContainText(
      'Missing registration details or amount',
    )
  }
  expect(countOf(seen, 'POST /api/create-organization-payment-intent')).toBe(0)
  await expectAccessible(page)
})

test('a registration that nobody knows, or that is paid, has its own words (S618, D102)', async ({ page }) => {
  await page.goto(`/organization-checkout?registrationId=${crypto.randomUUID()}&amount=5`)
  await expect(page.getByRole('heading', { name: 'Payment Setup Failed' })).toBeVisible()
  await expect(toastOf(page).filter({ hasText: 'Error' })).toContainText('There is no such registration.')
  const email = freshEmail()
  await register(page, email)
  await pay(page)
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Already paid' })).toBeVisible()
})

test('another browser is told nothing, and sets a password through the mail alone (D104, D105 [S])', async ({
  page,
  browser,
}) => {
  const email = freshEmail()
  await register(page, email)
  await pay(page)
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  const [row] = await registrationsOf(email)
  const stranger = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const other = await stranger.newPage()
  await other.goto(`/organization-success?id=${String(row?.id)}&adminEmail=${email}&contactName=Olive%20Owner`)
  await expect(other.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await expect(other).toHaveURL('/organization-success')
  await other.getByLabel('New password').fill(password)
  await other.getByLabel('Confirm password').fill(password)
  await other.getByRole('button', { name: 'Set Password' }).click()
  await expect(other.getByRole('heading', { name: 'Check Your Email' })).toBeVisible()
  expect(await sql('select from users where email = $1 and password_hash is null', [email])).toHaveLength(1)
  await stranger.close()
})
