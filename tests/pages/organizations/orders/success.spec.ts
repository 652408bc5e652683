import { login } from '#contract/identity/auth.ts'
import type { Answer } from '#contract/call.ts'
import { answerRegistration, registrationStatus, setTempPassword } from '#contract/organizations/payment.ts'
import { expectFault } from '../../../kit/browser/forms.ts'
import { tickUntil } from '../../../kit/browser/page-clock.ts'
import {
  as,
  closeToasts,
  contextOf,
  expect,
  expectRow,
  ownerMe,
  page,
  registeredMe,
  server,
  tagged,
  test,
  toastOf,
} from '#tests/pages.ts'
import { serveDashboard } from '../organization.ts'
import { id, unpaidDetails } from './unpaid-order.ts'

const { email } = ownerMe
const secret = 'correct-horse-7'

type Status = Answer<typeof registrationStatus>

const names = { ...unpaidDetails, contactEmail: email }
/** Paid, and the new account of its contact waits for a password. */
const beforePassword = { id, status: 'paid', details: { ...names, next: 'password' } } satisfies Status
const attachable = { id, status: 'paid', details: { ...names, next: 'attach' } } satisfies Status
const toStrangers = { id, status: 'paid', details: null } satisfies Status

const open = (query = `id=${id}`) => page.goto(`/organization-success?${query}`)
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const countdown = () => page.getByRole('status').filter({ hasText: 'Taking you to its dashboard' })

async function setPassword(first = secret, again = first): Promise<void> {
  await page.getByLabel('New password').fill(first)
  await page.getByLabel('Confirm password').fill(again)
  await page.getByRole('button', { name: 'Set Password' }).click()
}

function signInNewAdmin(): void {
  server.answer(login, () => {
    as(ownerMe)
    return { ...ownerMe, isRestored: false }
  })
}

test('a new admin sets a password, and leaves after 2 s', tagged('S364 S365 S367 S555 S644 S681'), async () => {
  server.answer(registrationStatus, beforePassword)
  server.answer(setTempPassword, { status: 'password_set' })
  signInNewAdmin()
  serveDashboard(server)
  await page.clock.install({ time: '2026-11-22T10:00:00.000Z' })
  await open()
  await expect(heading('Payment received')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`Acme & Sons`)
  await expect(page.getByText(id, { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/organization-success')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('First name')).toHaveValue('Olive')
  await expect(page.getByLabel('Last name')).toHaveValue('van Owner')
  await page.clock.pauseAt('2026-11-22T10:05:00.000Z')
  await setPassword()
  await expect(toastOf(page).filter({ hasText: 'Password Set Successfully!' })).toBeVisible()
  await expect(countdown()).toContainText('dashboard in 2…')
  const given = { email, firstName: 'Olive', lastName: 'van Owner' }
  expect(server.asked(setTempPassword).map(({ body }) => body)).toEqual([{ ...given, newPassword: secret }])
  expect(server.asked(login).map(({ body }) => body)).toEqual([{ email, password: secret }])
  await page.clock.runFor(1000)
  await expect(countdown()).toContainText('dashboard in 1…')
  await page.clock.runFor(999)
  await expect(page).toHaveURL('/organization-success')
  await page.clock.runFor(1)
  await expect(page).toHaveURL('/organization-dashboard')
})

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

test('two different passwords, and a short one, are refused', tagged('S520 S621 S622'), async () => {
  server.answer(registrationStatus, beforePassword)
  await open()
  await setPassword('seven77')
  await expectRow(page, 'S622')
  const form = page.getByRole('form', { name: 'Set your password' })
  await expectFault(form, 'New password', 'Password must be at least 8 characters long.')
  await closeToasts(page)
  await setPassword(secret, `${secret}x`)
  await expectRow(page, 'S520')
  await expectRow(page, 'S621')
  await expectFault(form, 'Confirm password', 'Passwords do not match. Please try again.')
  expect(server.asked(setTempPassword)).toEqual([])
})

test('a password that cannot be saved, or not be signed in with, is reported', tagged('S623 S624 D105'), async () => {
  server.answer(registrationStatus, beforePassword)
  server.break(setTempPassword)
  await open()
  await setPassword()
  await expectRow(page, 'S623')
  await expect(page.getByLabel('New password')).toHaveValue(secret)
  await expect(page.getByLabel('First name')).toHaveValue('Olive')
  await closeToasts(page)
  server.answer(setTempPassword, { status: 'password_set' })
  server.break(login)
  await page.getByRole('button', { name: 'Set Password' }).click()
  // The toast of the saved password fades away next to it.
  await expectRow(page, 'S624')
  await expect(page.getByText('Your password is set. Please sign in with it.')).toBeVisible()
  const next = '/login?next=%2Forganization-dashboard'
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', next)
})

test('a password set by mail in the meantime stays, and the page links to sign-in', tagged('D105'), async () => {
  server.answer(registrationStatus, beforePassword)
  server.answer(setTempPassword, { status: 'mail_sent' })
  await open()
  await setPassword(`${secret}-other`)
  // The open form changes nothing, and says where to go.
  await expect(heading('Check Your Email')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect(server.asked(login)).toEqual([])
  server.answer(registrationStatus, { id, status: 'paid', details: { ...names, next: null } })
  await open()
  await expect(page.getByText('Your password is set. Please sign in with it.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeVisible()
})

test('another browser learns nothing, and sets a password only through the mail', tagged('D104 D105'), async () => {
  server.answer(registrationStatus, toStrangers)
  server.answer(setTempPassword, { status: 'mail_sent' })
  await open()
  await expect(heading('Payment received')).toBeVisible()
  await expect(page.getByText("We've emailed a link to its contact address.")).toBeVisible()
  await expect(page.getByRole('form')).toHaveCount(0)

  await open(`id=${id}&adminEmail=${email}&contactName=Olive%20Owner`)
  await expect(page).toHaveURL('/organization-success')
  await setPassword()
  await expect(heading('Check Your Email')).toBeVisible()
  expect(server.asked(setTempPassword).map(({ body }) => body.email)).toEqual([email])
})

test('an account with the address signs in, and says whether the order is its own', tagged('D106'), async () => {
  server.answer(registrationStatus, attachable)
  await open()
  await expect(heading('Sign in to attach Acme & Sons.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toHaveAttribute(
    'href',
    `/login?next=${encodeURIComponent(`/organization-success?id=${id}`)}`,
  )

  const mine = { ...registeredMe, email }
  as(mine)
  server.answer(answerRegistration, { organizationId: null })
  await open()
  await page.getByRole('button', { name: 'Not mine' }).click()
  await expect(page.getByText("Acme & Sons isn't attached to your account.")).toBeVisible()

  server.answer(answerRegistration, () => {
    as(ownerMe, contextOf(ownerMe))
    return { organizationId: 100_001 }
  })
  serveDashboard(server)
  await open()
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
  await expect(page).toHaveURL('/organization-dashboard')
  expect(server.asked(answerRegistration).map(({ body }) => body.answer)).toEqual(['not_mine', 'attach'])
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
  await expect(heading('Set your password')).toBeVisible()
  const asked = server.asked(registrationStatus).length
  await page.clock.runFor(10_000)
  expect(server.asked(registrationStatus)).toHaveLength(asked)
})

test('long names and addresses fit a narrow phone', async () => {
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
