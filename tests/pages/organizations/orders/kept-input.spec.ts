import { organizationOrder, registrationStatus } from '#contract/organizations/payment.ts'
import { registerOrganization } from '#contract/organizations/registration.ts'
import { choose, expectSums, numberField } from '../../../kit/browser/organization-choosing.ts'
import { chosen, fillContact, submitButton } from '../../../kit/browser/organization-registering.ts'
import { expect, page, server, tagged, test } from '#tests/pages.ts'
import { unpaidDetails } from './unpaid-order.ts'
import { keepCheckoutLoading, registrationId } from './registering.ts'

/** What a person types into the registration of an organization stays while they work on it (S358, S360, S460). */

const main = `/organization-register-simplified?${chosen}`
const email = 'olive@acme.example'
const purpose = () => page.getByLabel('Agent purpose')

async function fillForm(): Promise<void> {
  await fillContact(page, email)
  await purpose().fill('Answers our clients.')
}

async function expectFilled(): Promise<void> {
  await expect(page.getByLabel('Organization name')).toHaveValue('Acme & Sons')
  await expect(page.getByLabel('Contact email')).toHaveValue(email)
  await expect(page.getByRole('combobox', { name: 'Industry' })).toHaveText('Consulting')
  await expect(page.getByRole('combobox', { name: 'Company size' })).toHaveText('11–50 people')
}

test('Change Package leads back to the typed values, with the new users', tagged('S360 S502'), async () => {
  await page.goto(main)
  await fillForm()
  await page.getByRole('link', { name: 'Change Package' }).click()
  await numberField(page, 'Number of users').fill('12')
  await page.getByRole('link', { name: 'Start Registration' }).click()
  await expectFilled()
  // Nobody typed this one.
  await expect(page.getByLabel('Number of planned users')).toHaveValue('12')
  await page.goBack()
  await expect(numberField(page, 'Number of users')).toHaveValue('12')
  await page.goBack()
  await expectFilled()
})

test('the way back from the checkout restores what was typed, and it can be sent again', tagged('S361'), async () => {
  server.answer(registerOrganization, { id: registrationId, amounts: { oneTime: 1050, monthly: 369, today: 1419 } })
  keepCheckoutLoading(server)
  server.answer(registrationStatus, { id: registrationId, status: 'awaiting_payment', details: unpaidDetails })
  await page.goto(main)
  await fillForm()
  await submitButton(page).click()
  await expect(page).toHaveURL('/organization-checkout')
  await expect.poll(() => server.asked(organizationOrder).length).toBeGreaterThan(0)
  await page.goBack()
  await expectFilled()
  await page.getByLabel('Contact name').fill('Olive van Owner')
  await submitButton(page).click()
  await expect(page).toHaveURL('/organization-checkout')
  const sent = server.asked(registerOrganization).map(({ body }) => [body.contactName, body.contactEmail])
  expect(sent).toEqual([
    ['Olive Owner', email],
    ['Olive van Owner', email],
  ])
})

test('the form with its own package keeps input, package and color', tagged('S355 S461'), async () => {
  await page.goto('/organization-register')
  await fillContact(page, email)
  await numberField(page, 'Number of users').fill('7')
  await page.getByRole('radio', { name: /^Growth/ }).check({ force: true })
  await page.getByRole('textbox', { name: 'Primary color', exact: true }).fill('#0f766e')
  await page.reload()
  await expectFilled()
  await expect(numberField(page, 'Number of users')).toHaveValue('7')
  await expect(page.getByRole('radio', { name: /^Growth/ })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Primary color', exact: true })).toHaveValue('#0f766e')
})

test('the calculators restore their figures on every way back', tagged('S341 S343 S344 S345'), async () => {
  await page.goto('/calculator')
  await numberField(page, 'Number of users').fill('33')
  await page.getByRole('link', { name: 'Start Registration' }).click()
  await expect(page).toHaveURL('/organization-register')
  await page.goBack()
  await expect(numberField(page, 'Number of users')).toHaveValue('33')

  await page.goto('/organization-info')
  const users = numberField(page, 'Number of users')
  const expectFigures = async () => {
    await expect(users).toHaveValue('33')
    await expect(page.getByRole('radio', { name: /^Scale/ })).toBeChecked()
    await expect(page.getByRole('radio', { name: /^Advanced agent/ })).toBeChecked()
    await expect(numberField(page, 'Number of agents')).toHaveValue('2')
    await expect(page.getByRole('checkbox', { name: 'Branded app' })).toBeChecked()
  }
  await choose(page, { users: 33, minutes: /^Scale/, build: /^Advanced agent/, agents: 2, app: true })
  await page.getByRole('link', { name: 'Start Registration' }).click()
  await expect(page).toHaveURL('/organization-register-simplified')
  await page.goBack()
  await expectFigures()
  await page.reload()
  await expectFigures()
  await page.getByRole('link', { name: 'Start Registration' }).click()
  await page.getByRole('link', { name: 'Back to Info' }).click()
  await expectFigures()
})

test('a reload finds what was typed, another tab none of it', tagged('S358 S460'), async ({ context }) => {
  await page.goto(main)
  await fillForm()
  for (let reloads = 0; reloads < 2; reloads++) {
    await page.reload()
    await expectFilled()
    await expect(purpose()).toHaveValue('Answers our clients.')
  }
  const other = await context.newPage()
  await other.goto(main)
  await expectSums(other, { 'Total Payment Today': '$1,419.00' })
  await expect(other.getByLabel('Contact email')).toHaveValue('')
  await other.close()
})
