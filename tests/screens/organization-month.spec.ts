import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { expect, test } from './fixtures.ts'
import { addPoolSession, assignAgent, organizationWith, putInto } from './organizations.ts'
import { enter, registered, sql } from './people.ts'
import { closeToasts, toastOf } from '../kit/watch.ts'

test.use({ expectedNoise: checkerNoise })

test('an admin sets how many minutes of a month a member may talk, and takes the limit away (D131)', async ({
  page,
  context,
}) => {
  const [owner, ada] = [await registered('Olga'), await registered('Ada')]
  const firm = await organizationWith(owner)
  await putInto(firm.id, ada)
  await addPoolSession(firm, ada, 'Mindset Coach', 90, 0)

  await enter(context, owner)
  await page.goto('/organization-dashboard?tab=users')
  const row = page.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: 'Ada Reed' })
  await expect(row).toContainText('1.50 minutes this month')
  await row.getByRole('button', { name: 'Set Limit: Ada Reed' }).click()
  const dialog = page.getByRole('dialog', { name: 'Monthly minutes of Ada Reed' })
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Minutes per month' }).fill('two')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('Please enter a whole number up to 100,000, or leave it empty')
  await dialog.getByRole('textbox', { name: 'Minutes per month' }).fill('2')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page)).toContainText('Member Updated')
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('1.50 of 2 minutes this month')
  await closeToasts(page)

  await row.getByRole('button', { name: 'Change Limit: Ada Reed' }).click()
  await dialog.getByRole('textbox', { name: 'Minutes per month' }).fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row.getByRole('button', { name: 'Set Limit: Ada Reed' })).toBeVisible()
  await expect(row).toContainText('1.50 minutes this month')
})

test('a member reads how much of the month is left, and why no conversation starts (D131)', async ({
  page,
  context,
}) => {
  const [owner, ada] = [await registered('Olga'), await registered('Ada')]
  const firm = await organizationWith(owner)
  await putInto(firm.id, ada)
  await assignAgent(firm.id, owner, 'Mindset Coach')
  await sql('update users set voice_consent_version = $2, voice_consent_at = now() where id = $1', [ada.id, '2026-11'])
  await addPoolSession(firm, ada, 'Mindset Coach', 190, 0)
  await sql('update organization_user set monthly_limit_minutes = 4 where user_id = $1', [ada.id])
  await enter(context, ada)
  await page.goto('/organization-dashboard')
  await expect(page.getByRole('definition').filter({ hasText: 'of 4 this month' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('nearly used up')
  await page.getByRole('button', { name: 'Use This Agent' }).click()
  await page.getByRole('dialog', { name: 'Mindset Coach' }).getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('dialog', { name: 'Mindset Coach' })).toContainText('your monthly budget is used up')
  await expect(page.getByRole('dialog', { name: 'Mindset Coach' })).toContainText(
    'Less than one of your 4 minutes is left until',
  )
  await expectAccessible(page)
})

test('from 80 % of the month on a member reads it on the dashboard and asks for more (D131)', async ({
  page,
  context,
}) => {
  const [owner, ada] = [await registered('Olga'), await registered('Ada')]
  const firm = await organizationWith(owner)
  await putInto(firm.id, ada)
  await addPoolSession(firm, ada, 'Mindset Coach', 240, 0)
  await sql('update organization_user set monthly_limit_minutes = 5 where user_id = $1', [ada.id])
  await enter(context, ada)
  await page.goto('/organization-dashboard')
  await expect(page.getByText('Your minutes of this month are nearly used up')).toBeVisible()
  await expect(page.getByText('You have talked 4 of 5 minutes this month.')).toBeVisible()
  await page.getByRole('button', { name: 'Request minutes' }).nth(1).click()
  await expect(toastOf(page)).toContainText('Request Sent')
  const [asked] = await sql<{ message: string }>(
    "select message from user_communication where from_user_id = $1 and audience = 'organization'",
    [ada.id],
  )
  expect(asked?.message).toContain('more minutes a month')
  await sql('update organization_user set monthly_limit_minutes = 4 where user_id = $1', [ada.id])
  await page.reload()
  await expect(page.getByText('Your minutes of this month are used up', { exact: true })).toBeVisible()
})
