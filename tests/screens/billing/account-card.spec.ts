import { tagged } from '../../kit/tags.ts'
import { openAccount } from './account.ts'
import { cardOf, dialogOf, expectToast } from '../../kit/browser/account.ts'
import { saveCard } from '../../kit/browser/card-form.ts'
import { expect, test } from '../fixtures.ts'
import { type Person, sql } from '../people.ts'

async function savedLast4(person: Person): Promise<string | undefined> {
  const [row] = await sql<{ card_last4: string }>('select card_last4 from payer where account_id = $1', [
    person.accountId,
  ])
  return row?.card_last4
}

test(
  'another card replaces the saved one: refused, rejected at the bank, then approved',
  tagged('gate'),
  async ({ page }) => {
    const person = await openAccount(page)
    const saved = cardOf(page, 'Saved card')
    await expect(saved).toContainText('Visa ending in 4242')
    await saved.getByRole('button', { name: 'Update Card' }).click()
    await saveCard(page, '4000000000000002')
    await expectToast(page, 'Card Not Saved', 'Your card was declined.')
    await saveCard(page, '4000002500003155')
    await page.getByRole('button', { name: 'Reject' }).click()
    await expect(dialogOf(page, 'Update card')).toContainText('Your card was not saved')
    expect(await savedLast4(person)).toBe('4242')
    await page.getByRole('button', { name: 'Save Card' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await expectToast(page, 'Card Saved')
    await expect(saved).toContainText('Visa ending in 3155')
    expect(await savedLast4(person)).toBe('3155')
  },
)
