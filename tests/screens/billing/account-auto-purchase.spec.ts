import { openAccount, readAutoPurchase } from './account.ts'
import { cardOf, dialogOf } from '../../kit/browser/account.ts'
import { saveCard } from '../../kit/browser/card-form.ts'
import { expect, test } from '../fixtures.ts'
import { keepCard } from './payers.ts'
import { lowerBalance, sql, subscriber } from '../people.ts'

test('switching on at a low balance charges at once: declined, then bought with another card (S173, S238, D45, D46, D47)', async ({
  page,
}) => {
  const person = await subscriber()
  await keepCard(person, 'pm_card_chargeCustomerFail')
  await lowerBalance(person, 5)
  await openAccount(page, person)
  await page.getByRole('switch', { name: 'Buy minutes automatically' }).click()
  await dialogOf(page, 'Switch on auto-purchase?').getByRole('button', { name: 'Switch On and Pay $25.00' }).click()
  const settings = cardOf(page, 'Auto-Purchase Credits')
  await expect(settings).toContainText('Your card was declined')
  expect(await readAutoPurchase(person)).toMatchObject({ enabled: true, tier: 'uplift', threshold_minutes: 9 })

  await settings.getByRole('button', { name: 'Use Another Card' }).click()
  await saveCard(page, '4242424242424242')
  await expect(cardOf(page, 'Overview')).toContainText('125 minutes')
  await expect(page.getByRole('banner')).toContainText('125 minutes')
  await expect(settings).not.toContainText('Your card was declined')
  await expect(settings).toContainText('$25.00 of $100.00')
  await expect(cardOf(page, 'Transaction History').getByRole('row', { name: /\$25\.00/ })).toHaveCount(2)
  const bought = 'select tier, amount_cents from credit_purchase where account_id = $1'
  expect(await sql(bought, [person.accountId])).toEqual([
    { tier: 'uplift', amount_cents: 2500 },
    { tier: 'uplift', amount_cents: 2500 },
  ])
})
