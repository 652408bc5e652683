import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { expect, test, type Page } from './fixtures.ts'
import { sharedLink } from './organization-joining.ts'
import { organizationWith } from './organizations.ts'
import { enter, registered } from './people.ts'
import { closeToasts, toastOf } from '../kit/watch.ts'

test.use({ expectedNoise: checkerNoise })

const batches = (page: Page) => page.getByRole('list', { name: 'Batches and shared links' }).getByRole('listitem')

test('a link is made, shown once, opens at its address, and is used up by so many uses (S387, S446, D119)', async ({
  page,
  context,
  browser,
}) => {
  const owner = await registered('Olga')
  const firm = await organizationWith(owner)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(context, owner)
  await page.goto('/organization-dashboard?tab=bulk')
  await page.getByRole('button', { name: 'Make a Shared Link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Shared Link' })
  await expect(async () => {
    if ((await page.getByRole('option').count()) === 0) await dialog.getByRole('combobox', { name: 'Role' }).click()
    await expect(page.getByRole('option')).toHaveText(['Member', 'Guest'], { timeout: 2000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await dialog.getByLabel('Name (optional)').fill('Open day')
  await dialog.getByLabel('Uses at most').fill('1001')
  await dialog.getByLabel('Only for the domain').fill('nonsense')
  await dialog.getByRole('button', { name: 'Make Link' }).click()
  await expect(dialog.getByText('Please enter a number from 1 to 1,000')).toBeVisible()
  await expect(dialog.getByText('Please enter a domain such as example.com')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Uses at most').fill('1')
  await dialog.getByLabel('Only for the domain').fill('')
  await dialog.getByRole('button', { name: 'Make Link' }).click()
  const address = await dialog.getByLabel('Address of the link').inputValue()
  await dialog.getByRole('button', { name: 'Copy Link' }).click()
  await expect(toastOf(page)).toContainText('Link Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await closeToasts(page)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  const row = batches(page).filter({ hasText: 'Open day' })
  await expect(row).toContainText('0 of 1 uses')
  await expect(page.getByText(address)).toHaveCount(0)

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
  await page.reload()
  await expect(row).toContainText('1 of 1 uses')
  await expect(row).toContainText('Used up')
  await expect(row.getByRole('button')).toHaveCount(0)
  await visitor.clearCookies()
  await seen.goto(address)
  await expect(seen.getByText('This invitation was used already.')).toBeVisible()
  await visitor.close()
})

test('a link is taken back after a question (D119)', async ({ page, context }) => {
  const owner = await registered('Olga')
  const firm = await organizationWith(owner)
  const path = await sharedLink({ ...firm, owner })
  await enter(context, owner)
  await page.goto('/organization-dashboard?tab=bulk')
  const row = batches(page).filter({ hasText: 'Open day' })
  await expect(row).toContainText('0 of 5 uses')
  await row.getByRole('button', { name: 'Revoke: Open day' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Keep Link' }).click()
  await expect(question).toHaveCount(0)
  await row.getByRole('button', { name: 'Revoke: Open day' }).click()
  await question.getByRole('button', { name: 'Revoke Link' }).click()
  await expect(toastOf(page)).toContainText('Link Revoked')
  await expect(row).toContainText('Revoked')
  await page.goto(path)
  await expect(page.getByText('This invitation was taken back. Please ask for a new one.')).toBeVisible()
})
