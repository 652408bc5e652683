import * as luna from '#tests/screens.ts'
import { enter, expect, page, registered, sql, tagged, test, toastOf } from '#tests/screens.ts'
import { agree, startListening } from '../conversations/voice/talking.ts'
import * as firms from './organizations.ts'

test('a limited member who talks runs out of minutes', tagged('gate S261 D73 D131'), async ({ browser }) => {
  const [owner, ada] = [await registered('Olga'), await registered('Ada')]
  const firm = await firms.organizationWith(owner)
  await firms.putInto(firm.id, ada)
  await firms.assignAgent(firm.id, owner, 'Mindset Coach')
  await agree(ada)
  await firms.addPoolSession(firm, ada, 'Mindset Coach', 231)
  await enter(ada)
  const dialog = await startListening()

  const others = await browser.newContext({ baseURL: luna.url })
  await enter(owner, others)
  const admins = await others.newPage()
  await admins.goto('/organization-dashboard?tab=users')
  await admins.getByRole('link', { name: 'Ada Reed' }).click()
  await admins.getByRole('button', { name: 'Set Limit: Ada Reed' }).click()
  const limit = admins.getByRole('dialog', { name: 'Monthly minutes for Ada Reed' })
  await limit.getByRole('textbox', { name: 'Minutes per month' }).fill('4')
  await limit.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(admins)).toContainText('Member Updated')

  await expect(dialog.getByRole('heading', { name: 'Not Enough Credits' })).toBeVisible({ timeout: 40_000 })
  await expect(dialog).toContainText('Your monthly budget is used up.')
  const [talk] = await sql<{ status: string; reason: string; charged: number; booked: number }>(
    `select status, end_reason as reason, charged_ms::int as charged,
       -(select sum(amount_ms)::int from entry where ref = voice_session.id::text) as booked
     from voice_session where user_id = $1 order by created_at desc limit 1`,
    [ada.id],
  )
  expect(talk).toMatchObject({ status: 'completed', reason: 'budget', charged: talk?.booked })
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.goto('/organization-dashboard')
  await page.getByRole('button', { name: 'Use This Agent' }).click()
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(dialog).toContainText('You have less than one of your 4 minutes left until')
})
