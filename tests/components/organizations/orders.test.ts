import { BrowserWindow } from 'happy-dom'
import { onTestFinished } from 'vitest'
import { login } from '#contract/identity/auth.ts'
import { verifyResetToken } from '#contract/identity/mailed-links.ts'
import { createOrganizationPayment, organizationOrder } from '#contract/organizations/payment.ts'
import { answerRegistration, registrationStatus, setTempPassword } from '#contract/organizations/payment.ts'
import * as registration from '#contract/organizations/registration.ts'
import { publicConfig } from '#contract/settings/platform.ts'
import { choose, closeToasts, expectRow, toastOf } from '#tests/components/admin/panel.ts'
import { as, expect, it, page, server, tags } from '#tests/components.ts'
import { serveDashboard } from '#tests/pages/organizations/organization.ts'
import { keepCheckoutLoading, registrationId } from '#tests/pages/organizations/orders/registering.ts'
import { id, unpaidDetails } from '#tests/pages/organizations/orders/unpaid-order.ts'
import { config, ownerMe, registeredMe } from '#tests/pages/people.ts'
import { bodies, button, expectFault, expectTexts, expectToast, link, main, press } from './organization.ts'

/** The order of a new organization, from its registration to the first sign-in. */

const fill = (label: string, text: string) => main.getByLabel(label, { exact: true }).fill(text)

async function fillContact(): Promise<void> {
  await fill('Organization name', 'Acme & Sons')
  await fill('Contact name', 'Olive Owner')
  await fill('Contact email', 'olive@acme.example')
  await choose('Industry', 'Consulting')
  await choose('Company size', '11–50 people')
}

const submit = () => button('Continue to Payment').click()
const bought = { userCount: 5, agentType: 'single', numberOfAgents: 1, minutePackage: 'growth' }
const extras = { brandedPWA: true, ongoingOptimization: true }
const chosen = Object.entries({ ...bought, ...extras, totalAmount: 1 }).map(([name, value]) => `${name}=${value}`)
const stored = { id: registrationId, amounts: unpaidDetails.amounts }

const ordering = 'S330 S342 S480 S495 S496 S497 S498 S499 S500 S501 S550 S614 S642 D101 D154'
it('an organization asks for help, and registers once everything is right', tags(ordering), async () => {
  const contact = page.locator('#contact').getByRole('link')
  server.answer(publicConfig, { ...config, contactEmail: null, businessName: 'Luna Teams' })
  await page.goto('/organization-info')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Luna Teams')
  await expect(contact).toHaveText(['Contact Support'])
  server.answer(publicConfig, { ...config, contactEmail: 'sales@luna.example', contactPhone: '+1 (801) 555-0100' })
  await page.reload()
  await expect(contact).toHaveText(['sales@luna.example', '+1 (801) 555-0100'])
  await expect(contact.first()).toHaveAttribute('href', 'mailto:sales@luna.example')
  await expect(contact.last()).toHaveAttribute('href', 'tel:+18015550100')

  await page.goto(`/organization-register-simplified?${chosen.join('&')}`)
  await fill('Number of planned users', '')
  await fill('Website (optional)', 'nowhere')
  await submit()
  await expectFault(main, 'Organization name', 'Organization name is required')
  const faults = ['Contact name is required', 'Valid email is required', 'Industry is required']
  const more = ['Company size is required', 'Agent purpose is required', 'Number of planned users is required']
  await expectTexts(main, ...faults, ...more, 'Please enter a valid URL')
  await fillContact()
  await fill('Contact email', 'x')
  await fill('Website (optional)', '')
  await fill('Agent purpose', 'Answers our clients.')
  await fill('Number of planned users', '5')
  await submit()
  await expectFault(main, 'Contact email', 'Valid email is required')
  expect(bodies(registration.registerOrganization)).toEqual([])
  await fill('Contact email', 'olive@acme.example')
  server.break(registration.registerOrganization)
  await submit()
  await expectToast('Registration Failed', 'Failed to submit registration. Please try again.')
  server.refuse(registration.registerOrganization, 'too_many_registrations')
  const refusal = 'There have been too many registrations from your network. Please try again in an hour.'
  await press(button('Continue to Payment'), 'Registration Failed', refusal)
  server.answer(registration.registerOrganization, stored)
  keepCheckoutLoading(server)
  await press(button('Continue to Payment'), 'Registration Submitted')
  await expect(page).toHaveURL('/organization-checkout')
  const named = { organizationName: 'Acme & Sons', contactName: 'Olive Owner', contactEmail: 'olive@acme.example' }
  const work = { industry: 'consulting', companySize: '11-50', agentPurpose: 'Answers our clients.' }
  const empty = { contactPhone: '', website: '', additionalNotes: '', welcomeMessage: '' }
  const sent = { ...named, ...work, ...empty, plannedUsers: '5', primaryColor: '#9334ea' }
  // Our amount, not the one in the address.
  const body = { ...sent, ...bought, ...extras, totalAmount: 1419 }
  expect(bodies(registration.registerOrganization)).toEqual([body, body, body])
})

const withoutLogo = 'S363 S481 S615 S616 D101 D161'
it('a registration goes on without its logo, but not without a sum', tags(withoutLogo), async () => {
  // The simulated browser reads no pictures.
  const { createImageBitmap } = BrowserWindow.prototype
  onTestFinished(() => void Object.assign(BrowserWindow.prototype, { createImageBitmap }))
  Object.assign(BrowserWindow.prototype, { createImageBitmap: async () => ({ width: 60, height: 20 }) })
  await page.goto('/organization-register')
  await fillContact()
  const nothing = { oneTime: 0, monthly: 0, today: 0 }
  server.answer(registration.registerOrganizationVariant, { ...stored, amounts: nothing })
  await submit()
  await expectToast('Registration Error', 'Could not open the checkout. Please try again.')
  await expect(page).toHaveURL('/organization-register')
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('a picture') }
  await main.getByLabel('Logo', { exact: true }).setInputFiles(logo)
  await expect(page.getByRole('img', { name: 'Your logo' })).toBeVisible()
  server.answer(registration.registerOrganizationVariant, stored)
  server.break(registration.uploadRegistrationLogo)
  keepCheckoutLoading(server)
  await submit()
  await expect(page).toHaveURL('/organization-checkout')
  expect(page.window.localStorage.getItem('luna-open-order')).toBe(registrationId)
  await expectToast('Your registration was saved without it. You can add the logo later.')

  const asked = server.asked(organizationOrder).length
  const withId = `?registrationId=${id}`
  for (const query of ['', withId, '?amount=5', ...['0', '-5', 'abc'].map((amount) => `${withId}&amount=${amount}`)]) {
    await page.goto(`/organization-checkout${query}`)
    await expect(main).toContainText('Payment Setup Failed')
    await expectToast('Invalid Request', 'Missing registration details or amount')
  }
  expect(server.asked(organizationOrder)).toHaveLength(asked)
  expect(bodies(createOrganizationPayment)).toEqual([])
})

const firstPassword = 'S364 S365 S367 S520 S555 S621 S622 S623 S624 S644 S681 D105'
it('a new admin sets a password, and leaves after 2 s', tags(firstPassword), async () => {
  const details = { ...unpaidDetails, contactEmail: ownerMe.email, next: 'password' as const }
  server.answer(registrationStatus, { id, status: 'paid', details })
  serveDashboard(server)
  await page.goto(`/organization-success?id=${id}`)
  await expect(page).toHaveURL('/organization-success')
  await expectTexts(main, 'Payment received', 'Acme & Sons', id)
  for (const [label, value] of [
    ['Email', ownerMe.email],
    ['First name', 'Olive'],
    ['Last name', 'van Owner'],
  ] as const)
    await expect(main.getByLabel(label)).toHaveValue(value)
  const save = button('Set Password')
  for (const [first, second, row, label, fault] of [
    ['seven77', 'seven77', 'S622', 'New password', 'Password must be at least 8 characters long.'],
    ['correct-horse-7', 'x', 'S621', 'Confirm password', 'Passwords do not match. Please try again.'],
  ] as const) {
    await fill('New password', first)
    await fill('Confirm password', second)
    await save.click()
    await expectRow(row)
    if (row === 'S621') await expectRow('S520')
    await expectFault(main, label, fault)
    await closeToasts()
  }
  expect(bodies(setTempPassword)).toEqual([])
  await fill('Confirm password', 'correct-horse-7')
  server.break(setTempPassword)
  await save.click()
  await expectRow('S623')
  await closeToasts()
  server.answer(setTempPassword, { status: 'password_set' })
  server.break(login)
  await save.click()
  await expect(toastOf().filter({ hasText: 'Login failed after password setup' })).toContainText('Sign In Failed')
  await expect(main).toContainText('Your password is set. Please sign in with it.')
  await expect(link('Sign In')).toHaveAttribute('href', '/login?next=%2Forganization-dashboard')

  await page.goto(`/organization-success?id=${id}`)
  for (const label of ['New password', 'Confirm password']) await fill(label, 'correct-horse-7')
  server.answer(login, () => {
    as(ownerMe)
    return { ...ownerMe, isRestored: false }
  })
  const counted = new Set<string | undefined>()
  const look = () => counted.add(/Taking you to its dashboard in (\d)…/.exec(main.allTextContents().join(''))?.[1])
  const { document, MutationObserver } = page.window
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  await press(save, 'Password Set Successfully!')
  await expect(page).toHaveURL('/organization-dashboard')
  expect([...counted]).toEqual([undefined, '2', '1'])
  const given = { email: ownerMe.email, firstName: 'Olive', lastName: 'van Owner', newPassword: 'correct-horse-7' }
  expect(bodies(setTempPassword)).toEqual([given, given, given])
  expect(bodies(login).at(-1)).toEqual({ email: ownerMe.email, password: 'correct-horse-7' })
})

it('the success page knows whose order it is, and what is next', tags('S365 D104 D105 D106'), async () => {
  const success = `/organization-success?id=${id}`
  const details = { ...unpaidDetails, contactEmail: ownerMe.email }
  // Another browser learns nothing, and sets a password only through the mail.
  server.answer(registrationStatus, { id, status: 'awaiting_payment', details: null })
  await page.goto(success)
  await expectTexts(main, "This order hasn't been paid yet", 'in the browser you ordered with')
  await expect(link('Continue to Payment')).toHaveCount(0)
  server.answer(registrationStatus, { id, status: 'paid', details: null })
  await page.goto(success)
  await expectTexts(main, 'Payment received', "We've emailed a link to its contact address.")
  await expect(page.getByRole('form')).toHaveCount(0)
  await page.goto(`${success}&adminEmail=${ownerMe.email}&contactName=Olive%20Owner`)
  await expect(page).toHaveURL('/organization-success')
  for (const label of ['New password', 'Confirm password']) await fill(label, 'correct-horse-7')
  server.answer(setTempPassword, { status: 'mail_sent' })
  await button('Set Password').click()
  await expect(main).toContainText('Check Your Email')
  expect(bodies(setTempPassword)).toMatchObject([{ email: ownerMe.email }])
  expect(bodies(login)).toEqual([])
  // The mail's link, opened once more, says what it has done (D201).
  server.answer(verifyResetToken, { valid: false, isUsed: true })
  await page.goto(`${success}&setup=t0ken`)
  await expect(main).toContainText('Your password is set. Please sign in with it.')
  server.answer(registrationStatus, { id, status: 'paid', details: { ...details, next: null } })
  await page.goto(success)
  await expect(main).toContainText('Your password is set. Please sign in with it.')

  // An account with the address says whether the order is its own.
  server.answer(registrationStatus, { id, status: 'paid', details: { ...details, next: 'attach' } })
  await page.goto(success)
  await expect(main).toContainText('Sign in to attach Acme & Sons.')
  await expect(link('Sign In')).toHaveAttribute('href', `/login?next=${encodeURIComponent(success)}`)
  as({ ...registeredMe, email: ownerMe.email })
  server.answer(answerRegistration, { organizationId: null })
  await page.goto(success)
  await button('Not mine').click()
  await expect(main).toContainText("Acme & Sons isn't attached to your account.")
  server.answer(answerRegistration, () => {
    as(ownerMe)
    return { organizationId: 100_001 }
  })
  serveDashboard(server)
  await page.goto(success)
  await button('Attach').click()
  await expect(page).toHaveURL('/organization-dashboard')
  expect(bodies(answerRegistration)).toEqual([{ answer: 'not_mine' }, { answer: 'attach' }])
})
