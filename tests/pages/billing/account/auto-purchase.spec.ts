import { changeAutoPurchase } from '#contract/billing/auto-purchase.ts'
import { as, choose, closeToasts, expect, expectRow, page, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { cardOf, dialogOf, switchOf, switchOn } from '../../../kit/browser/account.ts'
import { serveAccount } from './account.ts'
import { autoPurchaseOn, takeChanges } from './auto-purchases.ts'

/** Longer than a number field waits for its next digit. */
const typedMs = 1200

test.beforeEach(() => {
  as(subscriberMe)
  serveAccount(server)
  takeChanges(server)
})

const sent = () => server.asked(changeAutoPurchase).map(({ body }) => body)

const threshold = () => page.getByLabel('Threshold (minutes)')

test('active purchases are shown as agreed, other packages as they are offered now', tagged('D181'), async () => {
  takeChanges(server, { ...autoPurchaseOn, agreed: { name: 'Old Uplift', minutes: 130, price: 20 } })
  await page.goto('/account')
  const settings = cardOf(page, 'Auto-Purchase Credits')
  await expect(settings).toContainText('When your balance falls to 9 minutes, we buy 130 minutes for $20.00')
  const chosen = settings.getByRole('combobox', { name: 'Package' })
  await expect(chosen).toContainText('Old Uplift: 130 minutes for $20.00')
  await chosen.click()
  await expect(page.getByRole('option')).toHaveText([
    'Launch: 60 minutes for $15.00',
    'Old Uplift: 130 minutes for $20.00',
    'Navigate: 240 minutes for $45.00',
    'Ascend: 600 minutes for $95.00',
  ])
})

test('switching on says what is bought and when, and is saved', tagged('S100 S173 S282 S294 D46'), async () => {
  await page.goto('/account')
  const settings = cardOf(page, 'Auto-Purchase Credits')
  await expect(switchOf(page)).not.toBeChecked()
  await expect(settings).toContainText(
    "When it's on, we buy 120 minutes for $25.00 when your balance falls to 9 minutes, for at most $100.00 a month.",
  )
  await expect(threshold()).toHaveCount(0)
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
  expect(sent()).toEqual([])

  await switchOn(page)
  await expectRow(page, 'S282')
  await expect(switchOf(page)).toBeFocused()
  expect(sent()).toEqual([{ enabled: true, tier: 'uplift' }])
  await page.reload()
  await expect(switchOf(page)).toBeChecked()
  await expect(threshold()).toHaveValue('9')
  await expect(page.getByLabel('Monthly limit (USD)')).toHaveValue('100')
  await expect(settings).toContainText(
    'When your balance falls to 9 minutes, we buy 120 minutes for $25.00 with your Visa ending in 4242.',
  )

  await switchOf(page).click()
  await expect(threshold()).toHaveCount(0)
  expect(sent().at(-1)).toEqual({ enabled: false })
})

test('package, threshold and limit are saved as they are changed', tagged('S174 S192 D46'), async () => {
  takeChanges(server, autoPurchaseOn)
  await page.clock.install()
  await page.goto('/account')
  await choose(page, 'Package', 'Navigate: 240 minutes for $45.00')
  await expect.poll(sent).toEqual([{ tier: 'navigate' }])
  const settings = cardOf(page, 'Auto-Purchase Credits')
  for (const [minutes, words] of [
    [1, '1 minute,'],
    [50, '50 minutes,'],
  ] as const) {
    await threshold().fill(String(minutes))
    await page.clock.runFor(typedMs)
    await expect(settings).toContainText(`When your balance falls to ${words} we buy 240 minutes for $45.00`)
    expect(sent().at(-1)).toEqual({ threshold: minutes })
  }
  await page.getByLabel('Monthly limit (USD)').fill('60')
  await page.keyboard.press('Enter')
  await expect(settings).toContainText('$0.00 of $60.00')
  await expectRow(page, 'S282')
  expect(sent()).toEqual([{ tier: 'navigate' }, { threshold: 1 }, { threshold: 50 }, { monthlyCap: 60 }])
})

test('a value outside its bounds says so and is never sent', tagged('S174 S192 D46'), async () => {
  takeChanges(server, { ...autoPurchaseOn, tier: 'navigate' })
  await page.clock.install()
  await page.goto('/account')
  for (const [label, words, values] of [
    [
      'Threshold (minutes)',
      'Threshold must be a whole number from 1 to 50',
      ['0', '51', '9.5', '-9', 'nine', ''] as const,
    ],
    ['Monthly limit (USD)', 'The monthly limit must be a whole number from 45 to 500', ['44', '501', ''] as const],
  ] as const) {
    const field = page.getByLabel(label)
    for (const wrong of values) {
      await field.fill(wrong)
      await field.blur()
      await page.clock.runFor(typedMs)
      await expect(page.getByText(words)).toBeVisible()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
    }
  }
  expect(sent()).toEqual([])
})

test('a value chosen or typed while an older change is saved is shown, and saved as well', tagged('S174'), async () => {
  takeChanges(server, autoPurchaseOn)
  await page.clock.install()
  await page.goto('/account')
  const release = server.hold(changeAutoPurchase)
  await choose(page, 'Package', 'Navigate: 240 minutes for $45.00')
  await threshold().fill('1')
  await page.clock.runFor(typedMs)
  await expect.poll(sent).toEqual([{ tier: 'navigate' }, { threshold: 1 }])
  await threshold().fill('12')
  release()
  await page.clock.runFor(typedMs)
  await expect(cardOf(page, 'Auto-Purchase Credits')).toContainText('falls to 12 minutes, we buy 240 minutes')
  await expect(threshold()).toHaveValue('12')
  expect(sent()).toEqual([{ tier: 'navigate' }, { threshold: 1 }, { threshold: 12 }])
})

test('a value that could not be saved says so and returns to the old one', tagged('S283'), async () => {
  await page.clock.install()
  server.break(changeAutoPurchase)
  await page.goto('/account')
  await switchOf(page).click()
  await dialogOf(page, 'Switch on auto-purchase?').getByRole('button', { name: 'Switch On' }).click()
  await expectRow(page, 'S283')
  await expect(dialogOf(page, 'Switch on auto-purchase?')).toHaveCount(0)
  await expect(switchOf(page)).not.toBeChecked()

  takeChanges(server)
  await switchOn(page)
  await expectRow(page, 'S282')
  await closeToasts(page)
  server.break(changeAutoPurchase)
  await switchOf(page).click()
  await expectRow(page, 'S283')
  await expect(switchOf(page)).toBeChecked()
  await threshold().fill('20')
  await page.clock.runFor(typedMs)
  await expect(threshold()).toHaveValue('9')
})
