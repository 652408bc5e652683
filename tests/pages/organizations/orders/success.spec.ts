import type { Answer } from '#contract/call.ts'
import { organizationOrder, registrationStatus } from '#contract/organizations/payment.ts'
import { registerOrganization } from '#contract/organizations/registration.ts'
import { chosen, fillContact, submitButton } from '../../../kit/browser/organization-registering.ts'
import { tickUntil } from '../../../kit/browser/page-clock.ts'
import { as, closeToasts, expect, ownerMe, page, server, tagged, test } from '#tests/pages.ts'
import { serveDashboard } from '../organization.ts'
import { keepCheckoutLoading } from './registering.ts'
import { id, unpaidDetails } from './unpaid-order.ts'

const { email } = ownerMe

type Status = Answer<typeof registrationStatus>

const names = { ...unpaidDetails, contactEmail: email }
/** Paid, and the new account of its contact waits for a password. */
const beforePassword = { id, status: 'paid', details: { ...names, next: 'password' } } satisfies Status

const open = () => page.goto(`/organization-success?id=${id}`)
const countdown = () => page.getByRole('status').filter({ hasText: 'Taking you to its dashboard' })

test('a person who is already signed in goes on after 3 seconds', tagged('S366 S681'), async () => {
  as(ownerMe)
  server.answer(registrationStatus, { id, status: 'paid', details: { ...names, next: null } })
  serveDashboard(server)
  await page.clock.install({ time: '2026-11-22T10:00:00.000Z' })
  const release = server.hold(registrationStatus)
  await open()
  await expect(page.getByText('Confirming your payment…')).toBeAttached()
  // Not as far as the call's own limit of 30 s.
  await page.clock.pauseAt('2026-11-22T10:00:20.000Z')
  release()
  await tickUntil(page, () => expect(countdown()).toContainText('dashboard in 3…'))
  for (const left of [2, 1]) {
    await page.clock.runFor(1000)
    await expect(countdown()).toContainText(`dashboard in ${left}…`)
    await expect(page).toHaveURL('/organization-success')
  }
  await page.clock.runFor(1000)
  await expect(page).toHaveURL('/organization-dashboard')
})

test('the page waits while the payment is unconfirmed, then promises a mail', tagged('S681 D104'), async () => {
  server.answer(registrationStatus, { id, status: 'confirming', details: null })
  await page.clock.install({ time: '2026-11-22T10:00:00.000Z' })
  await open()
  await expect(page.getByText('This takes a few seconds. Please stay on this page.')).toBeVisible()
  await page.clock.runFor(59_000)
  await expect(page.getByText("We'll email you", { exact: true })).toHaveCount(0)
  await page.clock.runFor(2000)
  await expect(page.getByText("We'll email you", { exact: true })).toBeVisible()
  server.answer(registrationStatus, beforePassword)
  await page.clock.runFor(2000)
  await expect(page.getByRole('form', { name: 'Set your password' })).toBeVisible()
  const asked = server.asked(registrationStatus).length
  await page.clock.runFor(10_000)
  expect(server.asked(registrationStatus)).toHaveLength(asked)
})

test('long names and addresses fit a narrow phone', tagged('gate'), async () => {
  const organizationName = 'Donaudampfschifffahrtsgesellschaftskapitänswitwen'
  const contactEmail = 'olive.van.owner.of.many.companies@a-company-with-a-long-name.example.com'
  const details = { ...names, organizationName, contactEmail }
  for (const next of ['attach', 'password', null] as const) {
    server.answer(registrationStatus, { id, status: 'paid', details: { ...details, next } })
    await page.setViewportSize({ width: 320, height: 800 })
    await open()
    await expect(page.getByText(organizationName).first()).toBeVisible()
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(await overflow(), `px too wide, next: ${next}`).toBe(0)
  }
})

/** An unpaid order says so, and can be reopened until it expires (D101, D102). */

const info = '/organization-info'
const unpaid = { id, status: 'awaiting_payment', details: unpaidDetails } satisfies Status
const banner = () => page.getByText("Acme & Sons hasn't paid yet")
const continueLink = () => page.getByRole('main').getByRole('link', { name: /^Continue to Payment/ })

async function register(): Promise<void> {
  server.answer(registerOrganization, { id, amounts: unpaidDetails.amounts })
  keepCheckoutLoading(server)
  server.answer(registrationStatus, unpaid)
  await page.goto(`/organization-register-simplified?${chosen}`)
  await fillContact(page, 'olive@acme.example')
  await page.getByLabel('Agent purpose').fill('Answers our clients.')
  await submitButton(page).click()
  await expect(page).toHaveURL('/organization-checkout')
  await closeToasts(page)
}

test('the success page of an unpaid order says so, and links to the payment', tagged('S365 D104'), async () => {
  server.answer(registrationStatus, unpaid)
  keepCheckoutLoading(server)
  await open()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not paid yet')
  await expect(page.getByRole('main')).toContainText('Nothing was charged. Your order is kept until Dec 6, 2026')
  await expect(page.getByRole('main')).toContainText('Your organization opens once you pay $1,419.00.')
  await expect(page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]')).toHaveText('2Payment & Setup')
  await expect(page.getByText('Confirming your payment')).toHaveCount(0)
  await expect(continueLink()).toHaveText('Continue to Payment')
  await continueLink().click()
  await expect(page).toHaveURL('/organization-checkout')
  await expect.poll(() => server.asked(organizationOrder)[0]?.params).toEqual({ id })
})

test('the browser that registered finds its order until it is dismissed or over', tagged('D101 D104'), async () => {
  await register()
  for (const path of ['/calculator', '/package-builder', '/organization-register', info]) {
    await page.goto(path)
    await expect(banner()).toBeVisible()
  }
  await expect(page.getByText('Your order of $1,419.00 is kept until Dec 6, 2026.')).toBeVisible()
  await expect(continueLink()).toHaveAttribute('href', `/organization-checkout?registrationId=${id}&amount=1419`)
  await page.getByRole('button', { name: 'Not Now' }).click()
  await expect(banner()).toHaveCount(0)
  const asked = server.asked(registrationStatus).length
  await page.goto(info)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(server.asked(registrationStatus)).toHaveLength(asked)

  // An order that is over or not its own is looked up once and dropped.
  for (const answer of [
    { ...unpaid, status: 'paid' as const },
    { ...unpaid, status: 'expired' as const },
    { ...unpaid, details: null },
  ]) {
    await page.evaluate((noted) => localStorage.setItem('luna-open-order', noted), id)
    server.answer(registrationStatus, answer)
    await page.goto(info)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('luna-open-order'))).toBeNull()
    await expect(banner()).toHaveCount(0)
  }
})
