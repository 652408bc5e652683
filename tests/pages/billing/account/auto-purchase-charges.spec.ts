import { transactions } from '#contract/billing/account.ts'
import { autoPurchase, changeAutoPurchase } from '#contract/billing/auto-purchase.ts'
import { card, saveCard, setUpCard } from '#contract/billing/cards.ts'
import { as, choose, expect, page, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { cardOf, dialogOf, switchOf, switchOn } from '../../../kit/browser/account.ts'
import { saveCard as typeAndSave } from '../../../kit/browser/card-form.ts'
import { autoPurchaseOff, firstPackage, serveAccount, visa } from './account.ts'
import { autoPurchaseOn, bringMinutes, takeChanges, withMinutes } from './auto-purchases.ts'

const checkoutId = '0d4c7f8e-0003-4a61-8f0e-6f2f3b1c0003'

test('at or below the threshold the dialog says that a package is charged now, and the minutes arrive (S238, D45)', async () => {
  const me = withMinutes(subscriberMe, 9)
  as(me)
  serveAccount(server, me)
  takeChanges(server, { ...autoPurchaseOff, chargesNow: true })
  await page.clock.install()
  await page.goto('/account')
  await switchOf(page).click()
  const dialog = dialogOf(page, 'Switch on auto-purchase?')
  await expect(dialog).toContainText('You will be charged now')
  await expect(dialog).toContainText("Your balance is at or below 9 minutes, so we'll charge $25.00 right away.")
  await choose(page, 'Package', 'Launch: 60 minutes for $15.00')
  await dialog.getByRole('button', { name: 'Switch On and Pay $15.00' }).click()
  const settings = cardOf(page, 'Auto-Purchase Credits')
  await expect(settings).toContainText('Buying 60 minutes…')
  expect(server.asked(changeAutoPurchase).map(({ body }) => body)).toEqual([{ tier: 'launch', enabled: true }])

  bringMinutes(server, withMinutes(subscriberMe, 69), { ...autoPurchaseOn, tier: 'launch', spentThisMonth: 15 })
  server.answer(transactions, [
    { ...firstPackage, id: checkoutId, description: 'Launch package, 60 minutes', amount: 15, creditsAdded: 60 },
    firstPackage,
  ])
  await page.clock.runFor(1500)
  await expect(cardOf(page, 'Overview')).toContainText('69 minutes')
  await expect(page.getByRole('banner')).toContainText('69 minutes')
  await expect(cardOf(page, 'Transaction History').getByRole('row', { name: /\$15\.00/ })).toBeVisible()
  await expect(settings).toContainText('$15.00 of $100.00')
  await expect(settings).not.toContainText('Buying')
})

test('without a card the card form comes first, then the question, then purchases are on (D46)', async ({
  provider,
}) => {
  as(subscriberMe)
  serveAccount(server)
  server.answer(card, { card: null })
  server.answer(autoPurchase, { ...autoPurchaseOff, card: null })
  server.answer(setUpCard, async () => ({ clientSecret: await provider.openCardSetup() }))
  const kept = { card: { ...visa, last4: '7726' } }
  server.answer(saveCard, () => {
    server.answer(card, kept)
    takeChanges(server, { ...autoPurchaseOff, ...kept })
    return kept
  })
  await page.goto('/account')
  await switchOf(page).click()
  await expect(dialogOf(page, 'Add a card first')).toBeVisible()
  await typeAndSave(page, '4000000000007726')
  const question = dialogOf(page, 'Switch on auto-purchase?')
  await expect(question).toContainText('Visa ending in 7726')
  expect(server.asked(changeAutoPurchase)).toEqual([])
  await question.getByRole('button', { name: 'Switch On' }).click()
  await expect(switchOf(page)).toBeChecked()
  expect(server.asked(changeAutoPurchase).map(({ body }) => body)).toEqual([{ tier: 'uplift', enabled: true }])
})

test('a threshold at or above the balance asks first, because it charges at once', tagged('D45'), async () => {
  const me = withMinutes(subscriberMe, 20)
  as(me)
  serveAccount(server, me)
  takeChanges(server)
  await page.clock.install()
  await page.goto('/account')
  await switchOn(page)
  const before = server.asked(changeAutoPurchase).length
  const threshold = page.getByLabel('Threshold (minutes)')
  await threshold.fill('20')
  await page.clock.runFor(1200)
  const question = page.getByRole('alertdialog', { name: 'You will be charged now' })
  await expect(question).toContainText(
    "Your balance is at or below 20 minutes, so we'll charge $25.00 to your Visa ending in 4242 right away.",
  )
  await question.getByRole('button', { name: 'Keep Current Settings' }).click()
  await expect(threshold).toHaveValue('9')
  await expect(question).toHaveCount(0)
  expect(server.asked(changeAutoPurchase)).toHaveLength(before)

  await threshold.fill('20')
  await page.clock.runFor(1200)
  await question.getByRole('button', { name: 'Save and Pay $25.00' }).click()
  await expect(page.getByText('Buying 120 minutes…')).toBeVisible()
  expect(server.asked(changeAutoPurchase).at(-1)?.body).toEqual({ threshold: 20 })
  bringMinutes(server, withMinutes(subscriberMe, 140), { ...autoPurchaseOn, threshold: 20, spentThisMonth: 25 })
  await page.clock.runFor(1500)
  await expect(cardOf(page, 'Overview')).toContainText('140 minutes')
})

test('a declined charge says so and when it is tried again; another card pays at once (D47)', async ({ provider }) => {
  const me = { ...withMinutes(subscriberMe, 5), autoPurchaseEnabled: true }
  as(me)
  serveAccount(server, me)
  server.answer(autoPurchase, {
    ...autoPurchaseOn,
    problem: {
      code: 'declined',
      message: 'Your bank declined the last automatic purchase. We will try again as soon as you save another card.',
      retryAt: '2026-11-24T09:30:00.000Z',
      checkoutId: null,
    },
  })
  server.answer(setUpCard, async () => ({ clientSecret: await provider.openCardSetup() }))
  const kept = { card: { ...visa, last4: '7726' } }
  server.answer(saveCard, () => {
    server.answer(card, kept)
    return kept
  })
  await page.clock.install()
  await page.goto('/account')
  const settings = cardOf(page, 'Auto-Purchase Credits')
  await expect(settings).toContainText('Your card was declined')
  await expect(settings).toContainText('The next try is on Nov 24, 2026, 10:30 AM.')
  await settings.getByRole('button', { name: 'Use Another Card' }).click()
  await expect(dialogOf(page, 'Update card')).toContainText(
    "We'll use it right away to retry the declined automatic purchase of $25.00.",
  )
  await typeAndSave(page, '4000000000007726')
  await expect(settings).toContainText('Buying 120 minutes…')
  const paid = { ...withMinutes(subscriberMe, 125), autoPurchaseEnabled: true }
  bringMinutes(server, paid, { ...autoPurchaseOn, ...kept, spentThisMonth: 25 })
  await page.clock.runFor(1500)
  await expect(cardOf(page, 'Overview')).toContainText('125 minutes')
  await expect(settings).not.toContainText('Your card was declined')
  await expect(settings).not.toContainText('Buying')
})

test('a bank that requires confirmation is named, with the way to confirm', tagged('D47'), async () => {
  as(subscriberMe)
  serveAccount(server)
  server.answer(autoPurchase, {
    ...autoPurchaseOn,
    problem: {
      code: 'confirmation_needed',
      message: 'Your bank wants you to confirm the last automatic purchase.',
      retryAt: '2026-11-24T09:30:00.000Z',
      checkoutId,
    },
  })
  await page.goto('/account')
  const settings = cardOf(page, 'Auto-Purchase Credits')
  await expect(settings).toContainText('Your bank needs you to confirm a payment')
  await expect(settings.getByRole('link', { name: 'Confirm Payment' })).toHaveAttribute(
    'href',
    `/checkout?resume=${checkoutId}`,
  )
})
