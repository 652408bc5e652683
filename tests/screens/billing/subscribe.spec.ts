import { tagged } from '../../kit/tags.ts'
import { expect, test } from '../fixtures.ts'
import { fillCard } from '../../kit/browser/card-form.ts'
import { enter, registered, sql } from '../people.ts'
import { recordedTexts, recordTexts } from '../conversations/voice/talking.ts'

test(
  'platform access alone is paid, and the guard opens without a reload',
  tagged('gate S095 S161 D35 D39'),
  async ({ page, context }) => {
    const person = await registered()
    await enter(context, person)
    await page.goto('/subscribe')
    await expect(page.getByRole('button', { name: 'Pay $2.97' })).toBeEnabled()
    await fillCard(page, '4242424242424242')
    await recordTexts(page, '[role=status]')
    await page.getByRole('button', { name: 'Pay $2.97' }).click()
    await page.waitForURL('/dashboard')
    // It shows for two seconds, so it is read afterwards.
    expect((await recordedTexts(page)).join('\n')).toContain('Your access is ready, with 30 minutes for this month.')
    await expect(page.getByRole('banner')).toContainText('30 minutes')
    await expect(page.getByRole('heading', { name: 'Your Dashboard' })).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Marketplace' }).click()
    await expect(page.getByRole('heading', { name: 'Agent Marketplace' })).toBeVisible()
    const opened = 'select kind, amount_cents, status from checkout where user_id = $1'
    expect(await sql(opened, [person.id])).toEqual([{ kind: 'subscription', amount_cents: 297, status: 'paid' }])
  },
)
