import { chooseIn } from '../kit/choosing.ts'
import type { Page } from '@playwright/test'
import { cardOf, dialogOf, loseCard, openAccount, readAutoPurchase, saveCard, switchOn } from './account.ts'
import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { expect, test } from './fixtures.ts'
import { breakWrites } from './faults.ts'
import { lowerBalance, subscriber } from './people.ts'
import { expectRow } from '../kit/toasts.ts'
import { closeToasts, countOf, hold, toastOf, watchRequests } from '../kit/watch.ts'

const patch = 'PATCH /api/account/auto-purchase'
/** Longer than a figure waits for its next digit. */
const typedMs = 1200

function switchOf(page: Page) {
  return page.getByRole('switch', { name: 'Buy minutes automatically' })
}

async function choosePackage(page: Page, name: string): Promise<void> {
  await chooseIn(page.getByRole('combobox', { name: 'Package' }), new RegExp(name))
}

test('switching on says what is bought, when, with what and up to which sum, and is saved (S100, S173, S282, S294, D46)', async ({
  page,
}) => {
  const person = await openAccount(page)
  const seen = watchRequests(page)
  await expect(switchOf(page)).not.toBeChecked()
  await expect(page.getByLabel('Threshold (minutes)')).toHaveCount(0)
  await switchOf(page).click()
  const dialog = dialogOf(page, 'Switch on auto-purchase?')
  for (const text of ['Visa ending in 4242', 'Uplift: 120 minutes', '$25.00', '9 minutes', '$100.00', 'At 9 minutes'])
    await expect(dialog).toContainText(text)
  await expect(dialog).not.toContainText('You will be charged now')
  await dialog.getByRole('combobox', { name: 'Package' }).click()
  await expect(page.getByRole('option')).toHaveText([/Launch/, /Uplift/, /Navigate/, /Ascend/])
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Keep It Off' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(switchOf(page)).not.toBeChecked()
  expect(countOf(seen, patch)).toBe(0)

  await switchOn(page)
  await expectRow(page, 'S282')
  expect(countOf(seen, patch)).toBe(1)
  expect(await readAutoPurchase(person)).toMatchObject({ enabled: true, tier: 'uplift', threshold_minutes: 9 })
  await page.reload()
  await expect(switchOf(page)).toBeChecked()
  await expect(page.getByLabel('Threshold (minutes)')).toHaveValue('9')
  await expect(page.getByLabel('Monthly limit (USD)')).toHaveValue('100')
  await expect(cardOf(page, 'Auto-Purchase Credits')).toContainText(
    'When your balance falls to 9 minutes, we buy 120 minutes for $25.00 with your Visa ending in 4242.',
  )

  await switchOf(page).click()
  await expect(page.getByLabel('Threshold (minutes)')).toHaveCount(0)
  expect(await readAutoPurchase(person)).toMatchObject({ enabled: false })
})

test('at or below the threshold the dialog says that one is charged now, and the minutes come (S238, D45)', async ({
  page,
}) => {
  const person = await subscriber()
  await lowerBalance(person, 9)
  await openAccount(page, person)
  await switchOf(page).click()
  const dialog = dialogOf(page, 'Switch on auto-purchase?')
  await expect(dialog).toContainText('You will be charged now')
  await choosePackage(page, 'Launch')
  await dialog.getByRole('button', { name: 'Switch On and Pay $15.00' }).click()
  await expect(cardOf(page, 'Overview')).toContainText('69 minutes')
  await expect(page.getByRole('banner')).toContainText('69 minutes')
  await expect(cardOf(page, 'Transaction History').getByRole('row', { name: /\$15\.00/ })).toBeVisible()
  await expect(cardOf(page, 'Auto-Purchase Credits')).toContainText('$15.00 of $100.00')
})

test('package, threshold and limit are saved as they are changed, and nothing else is sent (S174, S192, D46)', async ({
  page,
}) => {
  await page.clock.install()
  const person = await openAccount(page)
  await switchOn(page)
  const seen = watchRequests(page)
  await choosePackage(page, 'Navigate')
  await expect.poll(async () => (await readAutoPurchase(person))?.tier).toBe('navigate')
  await expect(page.getByRole('combobox', { name: 'Package' })).toContainText('Navigate')
  const threshold = page.getByLabel('Threshold (minutes)')
  const settings = cardOf(page, 'Auto-Purchase Credits')
  for (const minutes of [1, 50]) {
    await threshold.fill(String(minutes))
    await expect.poll(async () => (await readAutoPurchase(person))?.threshold_minutes).toBe(minutes)
    await expect(settings).toContainText(`When your balance falls to ${minutes} minute`)
  }
  await page.getByLabel('Monthly limit (USD)').fill('60')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await readAutoPurchase(person))?.monthly_cap_cents).toBe(6000)
  await expect(settings).toContainText('of $60.00')
  await expectRow(page, 'S282')
  expect(countOf(seen, patch)).toBe(4)

  for (const wrong of ['0', '51', '9.5', '-9', 'nine', '']) {
    await threshold.fill(wrong)
    await threshold.blur()
    await page.clock.fastForward(typedMs)
    await expect(page.getByText('Threshold must be a whole number from 1 to 50')).toBeVisible()
  }
  const limit = page.getByLabel('Monthly limit (USD)')
  for (const wrong of ['44', '501', '']) {
    await limit.fill(wrong)
    await limit.blur()
    await page.clock.fastForward(typedMs)
    await expect(page.getByText('The monthly limit must be a whole number from 45 to 500')).toBeVisible()
  }
  expect(countOf(seen, patch)).toBe(4)
  expect(await readAutoPurchase(person)).toMatchObject({ threshold_minutes: 50, monthly_cap_cents: 6000 })
})

test('what is chosen or typed while an older change is saved is shown, and saved as well (S174)', async ({ page }) => {
  const person = await openAccount(page)
  await switchOn(page)
  const seen = watchRequests(page)
  const release = await hold(page, '**/api/account/auto-purchase')
  await choosePackage(page, 'Navigate')
  const threshold = page.getByLabel('Threshold (minutes)')
  await threshold.fill('1')
  await expect.poll(() => countOf(seen, patch)).toBe(2)
  await threshold.fill('12')
  await release()
  await expect(cardOf(page, 'Auto-Purchase Credits')).toContainText('falls to 12 minutes, we buy 240 minutes')
  await expect(threshold).toHaveValue('12')
  expect(await readAutoPurchase(person)).toMatchObject({ tier: 'navigate', threshold_minutes: 12 })
})

test('what could not be saved says so and returns to its old value (S283)', async ({ page }) => {
  const person = await openAccount(page)
  const mendInsert = await breakWrites('auto_purchase', 'insert', person)
  await switchOf(page).click()
  await dialogOf(page, 'Switch on auto-purchase?').getByRole('button', { name: 'Switch On' }).click()
  await expectRow(page, 'S283')
  await expect(dialogOf(page, 'Switch on auto-purchase?')).toHaveCount(0)
  await expect(switchOf(page)).not.toBeChecked()
  await mendInsert()

  await switchOn(page)
  await expect(toastOf(page)).toContainText('Settings Updated')
  await closeToasts(page)
  const mend = await breakWrites('auto_purchase', 'insert', person)
  const mendUpdate = await breakWrites('auto_purchase', 'update', person)
  await switchOf(page).click()
  await expectRow(page, 'S283')
  await expect(switchOf(page)).toBeChecked()
  await page.getByLabel('Threshold (minutes)').fill('20')
  await expect(page.getByLabel('Threshold (minutes)')).toHaveValue('9')
  await mend()
  await mendUpdate()
  expect(await readAutoPurchase(person)).toMatchObject({ enabled: true, threshold_minutes: 9 })
})

test('without a card the card comes first, then the question, then it is on (D46)', async ({ page }) => {
  const person = await subscriber()
  await loseCard(person)
  await openAccount(page, person)
  await switchOf(page).click()
  await expect(dialogOf(page, 'Add a card first')).toBeVisible()
  await saveCard(page, '4000000000007726')
  const question = dialogOf(page, 'Switch on auto-purchase?')
  await expect(question).toContainText('Visa ending in 7726')
  await question.getByRole('button', { name: 'Switch On' }).click()
  await expect(switchOf(page)).toBeChecked()
  expect(await readAutoPurchase(person)).toMatchObject({ enabled: true })
})

test('a threshold at or above the balance asks first, since it charges at once (D45)', async ({ page }) => {
  const person = await subscriber()
  await lowerBalance(person, 20)
  await openAccount(page, person)
  await switchOn(page)
  const threshold = page.getByLabel('Threshold (minutes)')
  await threshold.fill('20')
  const question = page.getByRole('alertdialog', { name: 'You will be charged now' })
  await expect(question).toContainText('$25.00 is charged at once to your Visa ending in 4242')
  await question.getByRole('button', { name: 'Leave It As It Is' }).click()
  await expect(threshold).toHaveValue('9')
  expect(await readAutoPurchase(person)).toMatchObject({ threshold_minutes: 9 })

  await expect(question).toHaveCount(0)
  await threshold.fill('20')
  await question.getByRole('button', { name: 'Save and Pay $25.00' }).click()
  await expect(cardOf(page, 'Overview')).toContainText('140 minutes')
  expect(await readAutoPurchase(person)).toMatchObject({ threshold_minutes: 20 })
})

test('a declined charge says so and when it is tried again; another card pays at once (D47)', async ({ page }) => {
  const person = await subscriber()
  await lowerBalance(person, 5)
  await openAccount(page, person)
  await page.getByRole('button', { name: 'Update Card' }).click()
  await saveCard(page, '4000000000000341')
  await expect(cardOf(page, 'Saved card')).toContainText('Visa ending in 0341')
  await switchOn(page)
  const settings = cardOf(page, 'Auto-Purchase Credits')
  await expect(settings).toContainText('Your card was declined')
  await expect(settings).toContainText('The next try is on')
  await settings.getByRole('button', { name: 'Use Another Card' }).click()
  await expect(dialogOf(page, 'Update card')).toContainText(
    'The declined automatic purchase of $25.00 is tried again with it at once.',
  )
  await saveCard(page, '4242424242424242')
  await expect(cardOf(page, 'Overview')).toContainText('125 minutes')
  await expect(settings).not.toContainText('Your card was declined')
})

test('a bank that wants the person is named, with the way to confirm (D47)', async ({ page }) => {
  const person = await subscriber()
  await lowerBalance(person, 5)
  await openAccount(page, person)
  await page.getByRole('button', { name: 'Update Card' }).click()
  await saveCard(page, '4000002760003184')
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(cardOf(page, 'Saved card')).toContainText('Visa ending in 3184')
  await switchOn(page)
  const settings = cardOf(page, 'Auto-Purchase Credits')
  await expect(settings).toContainText('Your bank wants you to confirm a payment')
  await expect(settings.getByRole('link', { name: 'Confirm Payment' })).toHaveAttribute(
    'href',
    /^\/checkout\?resume=[0-9a-f-]{36}$/,
  )
})

test.describe('for everybody', () => {
  test.use({ expectedNoise: checkerNoise })

  test('the settings and their dialog are accessible', async ({ page }) => {
    const person = await subscriber()
    await lowerBalance(person, 9)
    await openAccount(page, person)
    await switchOf(page).click()
    await expect(page.getByText('You will be charged now')).toBeVisible()
    await expectAccessible(page)
    await dialogOf(page, 'Switch on auto-purchase?').getByRole('button', { name: 'Switch On and Pay $25.00' }).click()
    await page.getByLabel('Threshold (minutes)').fill('51')
    await expect(page.getByText('Threshold must be a whole number from 1 to 50')).toBeVisible()
    await expectAccessible(page)
  })
})
