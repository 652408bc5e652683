import { tagged } from '../../../kit/tags.ts'
import { expect, test, type Page } from '../../fixtures.ts'
import { fillCard } from '../../../kit/browser/card-form.ts'
import { registrationsOf } from './registering.ts'
import { chosen, fillContact, submitButton } from '../../../kit/browser/organization-registering.ts'
import { freshEmail, password, sql } from '../../people.ts'

/** From a stored registration to the dashboard's address, where the path differs from the story's. */

/** Registers as a visitor, and opens the checkout with what was stored. */
async function register(page: Page, email: string): Promise<void> {
  await page.goto(`/organization-register-simplified?${chosen}`)
  await fillContact(page, email)
  await page.getByLabel('Agent purpose').fill('Answers our clients.')
  await submitButton(page).click()
  await expect(page).toHaveURL('/organization-checkout')
}

async function pay(page: Page, number: string): Promise<void> {
  const button = page.getByRole('button', { name: 'Pay $1,419.00' })
  await expect(button).toBeEnabled()
  await fillCard(page, number)
  await button.click()
}

test(
  'a bank asks about an order; another browser learns nothing, and the way back says paid',
  tagged('gate S553 D102 D104 D105 D107'),
  async ({ page, browser }) => {
    const email = freshEmail()
    await register(page, email)
    await pay(page, '4000 0027 6000 3184')
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
    await expect(page).toHaveURL('/organization-success')
    const [row] = await registrationsOf(email)
    await expect(page.getByText(String(row?.id))).toBeVisible()

    const stranger = await browser.newContext({ baseURL: new URL(page.url()).origin })
    const other = await stranger.newPage()
    await other.goto(`/organization-success?id=${String(row?.id)}&adminEmail=${email}&contactName=Olive%20Owner`)
    await other.getByLabel('New password').fill(password)
    await other.getByLabel('Confirm password').fill(password)
    await other.getByRole('button', { name: 'Set Password' }).click()
    await expect(other.getByRole('heading', { name: 'Check Your Email' })).toBeVisible()
    expect(await sql('select from users where email = $1 and password_hash is null', [email])).toHaveLength(1)
    await stranger.close()

    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Already paid' })).toBeVisible()
  },
)
