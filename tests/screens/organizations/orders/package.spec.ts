import { tagged } from '../../../kit/tags.ts'
import { chooseIn, choose } from '../../../kit/browser/choosing.ts'
import { expect, test } from '../../fixtures.ts'
import { fillCard } from '../../../kit/browser/card-form.ts'
import { submitButton } from '../../../kit/browser/organization-registering.ts'
import { putInto, unpaidOrganizationOf } from '../organizations.ts'
import { enter, registered, sql } from '../../people.ts'

test(
  'an admin chooses and pays the package of a waiting organization, which opens',
  tagged('D130'),
  async ({ page, context }) => {
    const owner = await registered('Olga')
    const firm = await unpaidOrganizationOf(owner)
    const colleague = await registered('Ada')
    await putInto(firm.id, colleague)
    await enter(context, owner)
    await page.goto('/organizations')
    await page.getByRole('main').getByRole('link', { name: 'Choose a Package' }).click()
    await expect(page.getByText(`A package for ${firm.name}`)).toBeVisible()
    await page.getByRole('radio', { name: /^Growth/ }).check({ force: true })
    await page.getByRole('link', { name: 'Continue' }).click()
    const form = page.getByRole('form', { name: `A package for ${firm.name}` })
    await expect(form.getByLabel('Contact name')).toHaveValue('Olga Reed')
    await submitButton(page).click()
    await expect(form.getByText('Industry is required')).toBeVisible()
    await chooseIn(form.getByRole('combobox', { name: 'Industry' }), 'Consulting')
    await choose(page, 'Company size', '11–50 people')
    await form.getByLabel('Agent purpose').fill('Answers our clients.')
    await submitButton(page).click()
    await expect(page).toHaveURL('/organization-checkout')
    const pay = page.getByRole('button', { name: /^Pay \$/ })
    await expect(pay).toBeEnabled()
    await fillCard(page, '4242 4242 4242 4242')
    await pay.click()
    await expect(page).toHaveURL('/organization-dashboard')
    await expect(page.getByRole('heading', { level: 1, name: firm.name })).toBeVisible()
    await expect(page.getByRole('main').locator('dl > div').filter({ hasText: 'Credit Balance' })).toContainText(
      '1,000',
    )
    expect(
      await sql('select slug, subscription_status, max_users from organization where created_by = $1', [owner.id]),
    ).toEqual([{ slug: firm.slug, subscription_status: 'active', max_users: 5 }])

    await page.goto(`/organization-register-simplified?organizationId=${firm.id}`)
    await expect(page.getByText(`${firm.name} isn't waiting for a package`)).toBeVisible()
    await page.getByRole('link', { name: 'Open Organization' }).click()
    await expect(page.getByText('Not paid yet')).toHaveCount(0)

    await context.clearCookies()
    await enter(context, colleague)
    await page.goto('/marketplace')
    await expect(page.getByRole('banner').getByRole('button', { name: `${firm.name} 1,000 credits` })).toBeVisible()
  },
)
