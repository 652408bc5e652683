import { tagged } from '../../../kit/tags.ts'
import { expect, test } from '../../fixtures.ts'
import { membersOf } from './joining.ts'
import { organizationWith } from '../organizations.ts'
import { enter, registered } from '../../people.ts'
import { toastOf } from '../../../kit/browser/watch.ts'

test(
  'a shared link is created, admits a person, and is used up by its number of uses',
  tagged('gate S387 S446 D119'),
  async ({ page, context, browser }) => {
    const owner = await registered('Olga')
    const firm = await organizationWith(owner)
    await enter(context, owner)
    await page.goto('/organization-dashboard?tab=bulk')
    await page.getByRole('button', { name: 'Create a Shared Link' }).click()
    const dialog = page.getByRole('dialog', { name: 'Shared Link' })
    await dialog.getByLabel('Name (optional)').fill('Open day')
    await dialog.getByLabel('Maximum uses').fill('1')
    await dialog.getByRole('button', { name: 'Create Link' }).click()
    const address = await dialog.getByLabel('Address of the link').inputValue()

    const visitor = await browser.newContext()
    const seen = await visitor.newPage()
    await seen.goto(address)
    await expect(seen.getByRole('heading', { name: 'Open day' })).toBeVisible()
    await expect(seen.getByText(firm.name).first()).toBeVisible()
    const joiner = await registered('Jo')
    await enter(visitor, joiner)
    await seen.reload()
    await seen.getByRole('button', { name: `Join ${firm.name}` }).click()
    await expect(toastOf(seen)).toContainText('Welcome to the Team')
    expect(await membersOf({ ...firm, owner })).toEqual([{ email: joiner.email, role: 'member', is_active: true }])
    await page.reload()
    const row = page.getByRole('list', { name: 'Batches and shared links' }).getByRole('listitem')
    await expect(row).toContainText('1 of 1 uses')
    await expect(row).toContainText('Used up')
    await visitor.clearCookies()
    await seen.goto(address)
    await expect(seen.getByText('This invitation was already used.')).toBeVisible()
    await visitor.close()
  },
)
