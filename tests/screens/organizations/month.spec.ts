import { expect, test } from '../fixtures.ts'
import { addPoolSession, assignAgent, organizationWith, putInto } from './organizations.ts'
import { enter, registered, sql } from '../people.ts'
import { toastOf } from '../../kit/browser/watch.ts'

test('an admin limits the month of a member, who then sees why no conversation starts (D131)', async ({
  page,
  context,
}) => {
  const [owner, ada] = [await registered('Olga'), await registered('Ada')]
  const firm = await organizationWith(owner)
  await putInto(firm.id, ada)
  await assignAgent(firm.id, owner, 'Mindset Coach')
  await sql('update users set voice_consent_version = $2, voice_consent_at = now() where id = $1', [ada.id, '2026-11'])
  await addPoolSession(firm, ada, 'Mindset Coach', 190, 0)
  await enter(context, owner)
  await page.goto('/organization-dashboard?tab=users')
  await page.getByRole('link', { name: 'Ada Reed' }).click()
  await page.getByRole('button', { name: 'Set Limit: Ada Reed' }).click()
  const limit = page.getByRole('dialog', { name: 'Monthly minutes for Ada Reed' })
  await limit.getByRole('textbox', { name: 'Minutes per month' }).fill('4')
  await limit.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page)).toContainText('Member Updated')

  await enter(context, ada)
  await page.goto('/organization-dashboard')
  await expect(page.getByRole('definition').filter({ hasText: 'of 4 this month' })).toBeVisible()
  await page.getByRole('button', { name: 'Use This Agent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mindset Coach' })
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(dialog).toContainText('your monthly budget is used up')
  await expect(dialog).toContainText('You have less than one of your 4 minutes left until')
})
