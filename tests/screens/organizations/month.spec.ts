import { tagged } from '../../kit/tags.ts'
import { startListening } from '../conversations/voice/talking.ts'
import { expect, test } from '../fixtures.ts'
import { addPoolSession, assignAgent, organizationWith, putInto } from './organizations.ts'
import { callAs, enter, registered, sql } from '../people.ts'
import { toastOf } from '../../kit/browser/watch.ts'

test(
  'an admin limits the month of a member who talks, and the minutes run out',
  tagged('gate S261 D73 D131'),
  async ({ page, context, browser }) => {
    const [owner, ada] = [await registered('Olga'), await registered('Ada')]
    const firm = await organizationWith(owner)
    await putInto(firm.id, ada)
    await assignAgent(firm.id, owner, 'Mindset Coach')
    await callAs(ada, '/api/account/voice-consent')
    await addPoolSession(firm, ada, 'Mindset Coach', 231, 0)
    await enter(context, ada)
    const dialog = await startListening(page)

    const others = await browser.newContext({ baseURL: new URL(page.url()).origin })
    await enter(others, owner)
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
    expect(talk).toMatchObject({ status: 'completed', reason: 'budget' })
    expect(talk?.charged).toBe(talk?.booked)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.goto('/organization-dashboard')
    await page.getByRole('button', { name: 'Use This Agent' }).click()
    await dialog.getByRole('button', { name: 'Start' }).click()
    await expect(dialog).toContainText('You have less than one of your 4 minutes left until')
  },
)
