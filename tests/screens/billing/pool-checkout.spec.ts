import { tagged } from '../../kit/tags.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { fillCard } from '../../kit/browser/card-form.ts'
import { organizationWith } from '../organizations/organizations.ts'
import { enter, registered, sql } from '../people.ts'
import { recordedTexts, recordTexts } from '../conversations/voice/talking.ts'

/** Minutes for an organization's pool: who buys them, and what the bank may require (D49, D109). */

/** Pays. Returns what the page said before it led on, which shows only for two seconds. */
async function wordsOfPaid(page: Page, pay: () => Promise<void>): Promise<string> {
  await recordTexts(page, '[role=status]')
  await pay()
  await page.waitForURL('/organization-dashboard')
  return (await recordedTexts(page)).join('\n')
}

test(
  'an admin buys a package for the pool with a new card, and returns to the organization',
  tagged('gate D39 D49'),
  async ({ page, context }) => {
    const person = await registered('Ada')
    const { name, accountId } = await organizationWith(person)
    await enter(context, person)
    await page.goto('/marketplace')
    await page.getByRole('banner').getByRole('link', { name: 'Add Credits' }).click()
    await expect(page.getByRole('main')).toContainText(`A one-time top-up for everyone in ${name}.`)
    await page.getByRole('button', { name: 'Choose Growth' }).click()
    const button = page.getByRole('button', { name: 'Pay $135.00' })
    await expect(button).toBeEnabled()
    await fillCard(page, '4242424242424242')
    expect(await wordsOfPaid(page, () => button.click())).toContain('1,000 minutes were added to the pool.')
    await expect(page.getByRole('banner').getByRole('button', { name: `${name} 1,042 credits` })).toBeVisible()
    const rows = await sql('select tier, amount_cents from credit_purchase where account_id = $1', [accountId])
    expect(rows).toEqual([{ tier: 'pool_growth', amount_cents: 13_500 }])
  },
)
