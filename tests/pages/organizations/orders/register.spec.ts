import { registerOrganization } from '#contract/organizations/registration.ts'
import { addressAfter, expectSums } from '../../../kit/browser/organization-choosing.ts'
import { chosen, fillContact, submitButton } from '../../../kit/browser/organization-registering.ts'
import { closeToasts, expect, page, server, tagged, test, toastOf } from '#tests/pages.ts'
import { keepCheckoutLoading, registrationId } from './registering.ts'

/** The main form of registration, for a package that was chosen before. */

const main = `/organization-register-simplified?${chosen}`

/** What the server answers for the package of that address. */
const stored = { id: registrationId, amounts: { oneTime: 1050, monthly: 369, today: 1419 } }

test('has steps, fields, package and a way back', tagged('S336 S344 S358 S359 S360 S460 S473 S474 D107'), async () => {
  await page.goto(main)
  const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
  await expect(steps).toHaveText([/Organization Details/, /Payment & Setup/, /Account Activation/])
  await expect(steps.first()).toHaveAttribute('aria-current', 'step')
  for (const label of [
    'Organization name',
    'Contact name',
    'Contact email',
    'Contact phone (optional)',
    'Website (optional)',
    'Agent purpose',
    'Number of planned users',
    'Additional notes (optional)',
  ])
    await expect(page.getByRole('textbox', { name: label, exact: true })).toBeVisible()
  for (const [label, count] of [
    ['Industry', 8],
    ['Company size', 5],
  ] as const) {
    await page.getByRole('combobox', { name: label }).click()
    await expect(page.getByRole('option')).toHaveCount(count)
    await page.keyboard.press('Escape')
  }
  const summary = page.getByRole('region', { name: 'Selected Package' })
  for (const text of ['Single agent', '5 × $2.80', 'Growth minutes', 'Branded app setup', 'Ongoing optimization'])
    await expect(summary).toContainText(text)
  // Our amount, not the one in the address.
  await expectSums(page, { 'Total Payment Today': '$1,419.00' })
  await expect(page).toHaveURL('/organization-register-simplified')
  await page.reload()
  await expectSums(page, { 'Total Payment Today': '$1,419.00' })
  await expect(page.getByLabel('Number of planned users')).toHaveValue('5')
  await page.getByRole('link', { name: 'Back to Info' }).click()
  await expect(page).toHaveURL('/organization-info')
  await page.goBack()
  await expectSums(page, { 'Total Payment Today': '$1,419.00' })
})

test('names what is missing under each field', tagged('S495 S496 S497 S498 S499 S500 S501'), async () => {
  await page.goto(main)
  await page.getByLabel('Number of planned users').fill('')
  await submitButton(page).click()
  for (const message of [
    'Organization name is required',
    'Contact name is required',
    'Valid email is required',
    'Industry is required',
    'Company size is required',
    'Agent purpose is required',
    'Number of planned users is required',
  ])
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  await expect(page.getByLabel('Organization name')).toBeFocused()
  await page.getByLabel('Contact email').fill('x')
  await page.getByLabel('Website').fill('nowhere')
  await submitButton(page).click()
  await expect(page.getByText('Valid email is required', { exact: true })).toBeVisible()
  await expect(page.getByText('Please enter a valid URL', { exact: true })).toBeVisible()
  expect(server.asked(registerOrganization)).toEqual([])
})

test('sends what was typed and chosen, and opens the checkout', tagged('S361 S480 S550 S642'), async () => {
  server.answer(registerOrganization, stored)
  keepCheckoutLoading(server)
  await page.goto(main)
  await fillContact(page, 'olive@acme.example')
  await page.getByLabel('Agent purpose').fill('Answers our clients.')
  const release = server.hold(registerOrganization)
  const checkout = await addressAfter(page, async () => {
    await submitButton(page).click()
    await expect(page.getByRole('main').getByText('Submitting…')).toBeVisible()
    release()
  })
  await expect(toastOf(page)).toContainText('Registration Submitted')
  expect(server.asked(registerOrganization).map(({ body }) => body)).toEqual([
    {
      organizationName: 'Acme & Sons',
      contactName: 'Olive Owner',
      contactEmail: 'olive@acme.example',
      contactPhone: '',
      industry: 'consulting',
      companySize: '11-50',
      website: '',
      agentPurpose: 'Answers our clients.',
      plannedUsers: '5',
      additionalNotes: '',
      primaryColor: '#9334ea',
      welcomeMessage: '',
      userCount: 5,
      agentType: 'single',
      numberOfAgents: 1,
      minutePackage: 'growth',
      brandedPWA: true,
      ongoingOptimization: true,
      totalAmount: 1419,
    },
  ])
  expect(checkout.pathname).toBe('/organization-checkout')
  expect(Object.fromEntries(checkout.searchParams)).toEqual({
    registrationId,
    amount: '1419',
    description: '5 users, Growth minutes, 1 agent',
    userCount: '5',
    agentType: 'single',
    numberOfAgents: '1',
    minutePackage: 'growth',
    brandedPWA: 'true',
    ongoingOptimization: 'true',
    organizationName: 'Acme & Sons',
    contactEmail: 'olive@acme.example',
    contactName: 'Olive Owner',
  })
})

test('a failure says Registration Failed and loses nothing', tagged('S614 D101'), async () => {
  await page.goto(main)
  await fillContact(page, 'olive@acme.example')
  await page.getByLabel('Agent purpose').fill('Answers our clients.')
  server.break(registerOrganization)
  await submitButton(page).click()
  await expect(toastOf(page)).toContainText('Registration Failed')
  await expect(toastOf(page)).toContainText('Failed to submit registration. Please try again.')
  await expect(page.getByLabel('Organization name')).toHaveValue('Acme & Sons')
  await closeToasts(page)
  server.refuse(registerOrganization, 'too_many_registrations')
  await submitButton(page).click()
  await expect(toastOf(page).filter({ hasText: 'Registration Failed' }).last()).toContainText(
    'There have been too many registrations from your network. Please try again in an hour.',
  )
  server.answer(registerOrganization, stored)
  keepCheckoutLoading(server)
  await submitButton(page).click()
  await expect(page).toHaveURL('/organization-checkout')
  expect(server.asked(registerOrganization)).toHaveLength(3)
})
