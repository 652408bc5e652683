import fs from 'node:fs/promises'
import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { chooseIn } from '../kit/choosing.ts'
import { expect, test, type Page } from './fixtures.ts'
import { invite } from './organization-joining.ts'
import { organizationWith, putInto } from './organizations.ts'
import { enter, freshEmail, registered, sql } from './people.ts'
import { closeToasts, toastOf } from '../kit/watch.ts'

test.use({ expectedNoise: checkerNoise })

const form = (page: Page) => page.getByRole('form', { name: 'Invite many by mail' })
const people = (page: Page) => form(page).getByLabel('People')
const rows = (page: Page) => page.getByRole('table', { name: 'Rows of the list' }).getByRole('row')
const batches = (page: Page) => page.getByRole('list', { name: 'Batches and shared links' }).getByRole('listitem')
const figure = (page: Page, label: string) => page.locator('dl > div', { hasText: label }).last()

/** Two rows of six can be invited, and each of the others says why not. */
async function expectJudged(page: Page, memberEmail: string, invitedEmail: string): Promise<void> {
  await expect(rows(page).filter({ hasText: /Ready/ })).toHaveCount(2)
  await expect(rows(page).filter({ hasText: 'Duplicate' })).toContainText('This address is in the list twice.')
  await expect(rows(page).filter({ hasText: memberEmail })).toContainText('This person is already a member.')
  await expect(rows(page).filter({ hasText: invitedEmail })).toContainText('This person has an open invitation.')
  await expect(rows(page).filter({ hasText: /Invalid/ })).toContainText('nobody')
  await expect(figure(page, 'Will be invited')).toContainText('2')
  await expect(figure(page, 'Left out')).toContainText('4')
  await expect(figure(page, 'Seats left')).toContainText('7')
}

/** Both invitations are there as the form said. */
async function expectSent(organizationId: number, first: string, second: string): Promise<void> {
  const sent = await sql(
    `select email, first_name, user_category, description, expires_at - created_at > interval '19 days' as is_long
     from organization_invitation where organization_id = $1 and invitation_type = 'bulk' order by first_name`,
    [organizationId],
  )
  const common = { user_category: 'Employees', description: 'See you on Monday.', is_long: true }
  expect(sent).toEqual([
    { email: first, first_name: 'Ada', ...common },
    { email: second, first_name: 'Alan', ...common },
  ])
}

test('a list is judged row by row, and sent after its number was confirmed (S386, S387, D118)', async ({
  page,
  context,
}) => {
  const owner = await registered('Olga')
  const firm = await organizationWith(owner)
  const member = await registered('Mia')
  await putInto(firm.id, member)
  const pending = await invite({ ...firm, owner })
  const [first, second] = [freshEmail(), freshEmail()]
  await enter(context, owner)
  await page.goto('/organization-dashboard')
  await page.getByRole('tab', { name: 'Bulk Invitations' }).click()
  await expect(page).toHaveURL(/tab=bulk/)
  await expect(page.getByText('Nothing sent or shared yet')).toBeVisible()
  await form(page).getByRole('button', { name: 'Check the List' }).click()
  await expect(form(page).getByText('Please enter at least one person')).toBeVisible()

  await people(page).fill(
    [`E-mail;First name`, `${first};Ada`, `${second};Alan`, first, member.email, pending.email, 'nobody'].join('\n'),
  )
  await expect(form(page).getByText('6 of 500 rows')).toBeVisible()
  await form(page).getByLabel('Name (optional)').fill('Spring')
  await form(page).getByLabel('Note (optional)').fill('See you on Monday.')
  await chooseIn(form(page).getByRole('combobox', { name: 'Category' }), 'Employees')
  await form(page).getByLabel('Open for (days)').fill('0')
  await form(page).getByRole('button', { name: 'Check the List' }).click()
  await expect(form(page).getByText('Please enter a number from 1 to 90')).toBeVisible()
  await form(page).getByLabel('Open for (days)').fill('20')
  await form(page).getByRole('button', { name: 'Check the List' }).click()

  await expectJudged(page, member.email, pending.email)
  await page.getByRole('tab', { name: 'Problems 4' }).click()
  await expect(rows(page).filter({ hasText: /Ready/ })).toHaveCount(0)
  await expectAccessible(page)
  expect(await sql('select id from bulk_invitation where organization_id = $1', [firm.id])).toEqual([])

  await page.getByRole('button', { name: 'Change the List' }).click()
  await expect(people(page)).toHaveValue(/nobody$/)
  await expect(form(page).getByLabel('Name (optional)')).toHaveValue('Spring')
  await form(page).getByRole('button', { name: 'Check the List' }).click()
  await page.getByRole('button', { name: 'Send 2 Invitations' }).click()
  await expect(page.getByText('2 people were invited')).toBeVisible()
  await expect(page.getByRole('heading', { name: '4 rows were left out' })).toBeVisible()
  await expect(batches(page)).toHaveCount(1)
  await expect(batches(page)).toContainText(['Spring'])
  await expect(batches(page)).toContainText(['2 invited · 0 joined · 2 open'])
  await expectAccessible(page)
  await expectSent(firm.id, first, second)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Rows Left Out' }).click(),
  ])
  expect(await fs.readFile(await download.path(), 'utf8')).toContain('This person is already a member.')
  await page.getByRole('button', { name: 'Invite More' }).click()
  await expect(people(page)).toHaveValue('')
})

test('a list comes as a file, chosen or dropped, and the example is one; too few seats send nobody (D116, D118)', async ({
  page,
  context,
}) => {
  const owner = await registered('Olga')
  const firm = await organizationWith(owner)
  await sql('update organization set max_users = 2 where id = $1', [firm.id])
  await enter(context, owner)
  await page.goto('/organization-dashboard?tab=bulk')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Example' }).click(),
  ])
  await page.getByLabel('CSV file').setInputFiles(await download.path())
  await expect(people(page)).toHaveValue(/E-mail,First name,Last name/)
  await expect(form(page).getByText('2 of 500 rows')).toBeVisible()

  // What Windows writes: its own encoding, which knows an é as one byte.
  const bytes = Buffer.from('Email;Vorname;First name\r\nzoe@example.com;x;Zo\u00EB\r\n', 'latin1')
  await page.getByLabel('CSV file').setInputFiles({ name: 'team.csv', mimeType: 'text/csv', buffer: bytes })
  await expect(people(page)).toHaveValue(/Zoë/)
  const workbook = { name: 'team.xlsx', mimeType: 'application/zip', buffer: Buffer.from('PK\u0003\u0004\0\0') }
  await page.getByLabel('CSV file').setInputFiles(workbook)
  await expect(form(page).getByText('This is no CSV file.')).toBeVisible()
  await expect(people(page)).toHaveValue(/Zoë/)

  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'team.csv', { type: 'text/csv' }))
    return transfer
  }, `${freshEmail()}\n${freshEmail()}\n`)
  await people(page).dispatchEvent('drop', { dataTransfer: dropped })
  await expect(people(page)).toHaveValue(/^person\S+\nperson\S+\n$/)
  await expect(form(page).getByText('This is no CSV file.')).toHaveCount(0)
  await form(page).getByRole('button', { name: 'Check the List' }).click()
  await expect(page.getByText('1 seat is missing')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send/ })).toHaveCount(0)
})

test('a batch is sent again or taken back after a question (D118)', async ({ page, context }) => {
  const owner = await registered('Olga')
  const firm = await organizationWith(owner)
  await enter(context, owner)
  await page.goto('/organization-dashboard?tab=bulk')
  await people(page).fill(`${freshEmail()}\n${freshEmail()}`)
  await form(page).getByRole('button', { name: 'Check the List' }).click()
  await page.getByRole('button', { name: 'Send 2 Invitations' }).click()
  await expect(page.getByText('2 people were invited')).toBeVisible()
  const row = batches(page).filter({ hasText: 'Batch of 2 people' })
  const question = page.getByRole('alertdialog')
  const tokens = () =>
    sql('select invite_token from organization_invitation where organization_id = $1 order by email', [firm.id])
  const before = await tokens()

  await row.getByRole('button', { name: 'Resend: Batch of 2 people' }).click()
  await question.getByRole('button', { name: 'Not Now' }).click()
  await expect(question).toHaveCount(0)
  expect(await tokens()).toEqual(before)
  await row.getByRole('button', { name: 'Resend: Batch of 2 people' }).click()
  await question.getByRole('button', { name: 'Send 2 Invitations' }).click()
  await expect(toastOf(page)).toContainText('2 new links are on the way')
  await closeToasts(page)
  const after = await tokens()
  expect(after).toHaveLength(2)
  expect(after).not.toEqual(before)

  await row.getByRole('button', { name: 'Revoke: Batch of 2 people' }).click()
  await question.getByRole('button', { name: 'Revoke 2 Invitations' }).click()
  await expect(toastOf(page)).toContainText('Invitations Revoked')
  await expect(row).toContainText('Revoked')
  await expect(row.getByRole('button')).toHaveCount(0)
  expect(
    await sql('select distinct status from organization_invitation where organization_id = $1', [firm.id]),
  ).toEqual([{ status: 'revoked' }])
})
