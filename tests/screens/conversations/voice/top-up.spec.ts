import { tagged } from '../../../kit/tags.ts'
import type { Locator } from '@playwright/test'
import { checkerNoise, expectAccessible } from '../../../kit/browser/accessible.ts'
import { expect, test } from '../../fixtures.ts'
import { assignAgent, organizationWith, putInto } from '../../organizations/organizations.ts'
import { keepCard } from '../../billing/payers.ts'
import { callAs, enter, type Person, registered, sql } from '../../people.ts'
import { topUp } from '../../billing/pools.ts'
import { becomeTalker, conversationsOf } from './talkers.ts'
import { agentName, startTalking } from './talking.ts'
import { toastOf } from '../../../kit/browser/watch.ts'

/** Minutes for the conversation that continues behind the sheet (D49, D73, D87). */

// The checker tries a style of its own.
test.use({ expectedNoise: checkerNoise })

const launches = ({ accountId }: Pick<Person, 'accountId'>) =>
  sql("select amount_cents from credit_purchase where account_id = $1 and tier = 'launch'", [accountId])

function leftOf(dialog: Locator): Locator {
  return dialog.getByRole('button', { name: /^Credits left/ })
}

test(
  'the saved card pays in two presses, and the conversation has the minutes at once',
  tagged('gate S088 D49 D73 D87'),
  async ({ page }) => {
    const talker = await becomeTalker(page, { balanceSeconds: 200 })
    const dialog = await startTalking(page)
    await expect(leftOf(dialog)).toHaveText(/Credits left [0-3]:\d\d/)
    await dialog.getByRole('button', { name: 'Buy Credits' }).click()
    const sheet = page.getByRole('dialog', { name: 'Add Credits' })
    await expect(sheet).toContainText(/[0-3]:\d\d left\. The conversation continues while you pay\./)
    await expect(sheet.getByRole('listitem')).toHaveText([
      '60 minutesLaunch · $0.25 a minute$15',
      '120 minutesUplift · $0.208 a minuteMost Popular$25',
      '240 minutesNavigate · $0.188 a minute$45',
      '600 minutesAscend · $0.158 a minute$95',
    ])
    // Twice and quickly, like people in a hurry: one payment is opened, and it is made once.
    await sheet.getByRole('button', { name: /^60 minutes/ }).dblclick()
    const pay = sheet.getByRole('button', { name: 'Pay $15.00 with Visa ending in 4242' })
    await expect(pay).toBeEnabled()
    await pay.dblclick()
    await expect(sheet).toContainText('60 minutes added')
    expect(await launches(talker)).toEqual([{ amount_cents: 1500 }])
    expect(
      await sql("select status from checkout where account_id = $1 and tier = 'launch'", [talker.accountId]),
    ).toEqual([{ status: 'paid' }])
    await sheet.getByRole('button', { name: 'Keep talking' }).click()
    await expect(sheet).toHaveCount(0)
    await expect(leftOf(dialog)).toHaveText(/Credits left 1:0\d:\d\d/)
    expect((await conversationsOf(talker))[0]).toMatchObject({ status: 'active' })
    // Checked last, because that keeps the page busy for longer than a conversation waits for it.
    await dialog.getByRole('button', { name: 'Buy Credits' }).click()
    await expect(sheet.getByRole('listitem')).toHaveCount(4)
    await expectAccessible(page)
    await sheet.getByRole('button', { name: /^120 minutes/ }).click()
    await expect(sheet.getByRole('button', { name: /^Pay \$25\.00/ })).toBeEnabled()
    await expectAccessible(page)
  },
)

test(
  'the question of the bank is over the sheet: no charges nothing, yes pays the same payment',
  tagged('D47 D87'),
  async ({ page }) => {
    const talker = await becomeTalker(page)
    await keepCard(talker, 'pm_card_authenticationRequired')
    const dialog = await startTalking(page)
    await dialog.getByRole('button', { name: 'Buy Credits' }).click()
    const sheet = page.getByRole('dialog', { name: 'Add Credits' })
    await sheet.getByRole('button', { name: /^60 minutes/ }).click()
    const pay = sheet.getByRole('button', { name: 'Pay $15.00 with Visa ending in 3184' })
    await expect(pay).toBeEnabled()
    await pay.click()
    await page.getByRole('button', { name: 'Reject' }).click()
    await expect(sheet.getByText('Your card was not charged')).toBeVisible()
    expect(await launches(talker)).toEqual([])
    // Closed and opened again: the open payment is used again.
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await expect(dialog.getByRole('timer')).toBeVisible()
    await dialog.getByRole('button', { name: 'Buy Credits' }).click()
    await sheet.getByRole('button', { name: /^60 minutes/ }).click()
    await expect(pay).toBeEnabled()
    await pay.click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(sheet).toContainText('60 minutes added')
    expect(
      await sql("select status from checkout where account_id = $1 and tier = 'launch'", [talker.accountId]),
    ).toEqual([{ status: 'paid' }])
    expect(await launches(talker)).toEqual([{ amount_cents: 1500 }])
  },
)

test(
  'an admin fills the pool with its own card, a member asks for minutes',
  tagged('D49 D50'),
  async ({ page, context }) => {
    const [boss, member] = [await registered('Bo'), await registered('Robin')]
    const organization = await organizationWith(boss)
    await putInto(organization.id, member)
    await assignAgent(organization.id, boss, agentName)
    await topUp(organization, boss)
    for (const person of [boss, member]) await callAs(person, '/api/account/voice-consent')
    await enter(context, member)
    const dialog = await startTalking(page)
    await expect(dialog.getByRole('button', { name: 'Buy Credits' })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Request minutes' }).click()
    await expect(toastOf(page).filter({ hasText: 'Request Sent' })).toBeVisible()
    await dialog.getByRole('button', { name: 'End', exact: true }).click()
    await expect(dialog).toContainText('Session saved')

    await enter(context, boss)
    await startTalking(page)
    await dialog.getByRole('button', { name: 'Buy Credits' }).click()
    const sheet = page.getByRole('dialog', { name: 'Add Credits to the Pool' })
    await expect(sheet.getByRole('listitem')).toHaveCount(5)
    await sheet.getByRole('button', { name: /^1,000 minutes/ }).click()
    await sheet.getByRole('button', { name: 'Pay $135.00 with Visa ending in 4242' }).click()
    await expect(sheet).toContainText('1,000 minutes added')
    await sheet.getByRole('button', { name: 'Keep talking' }).click()
    await expect(leftOf(dialog)).toHaveText(/Credits left 2[56]:\d\d:\d\d/)
    const rows = await sql("select amount_cents from credit_purchase where account_id = $1 and tier = 'pool_growth'", [
      organization.accountId,
    ])
    expect(rows).toEqual([{ amount_cents: 13_500 }])
  },
)
