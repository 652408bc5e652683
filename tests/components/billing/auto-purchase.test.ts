import { accountUser, transactions } from '#contract/billing/account.ts'
import { autoPurchase, changeAutoPurchase } from '#contract/billing/auto-purchase.ts'
import { card, saveCard, setUpCard } from '#contract/billing/cards.ts'
import type { Answer } from '#contract/call.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import type { Me } from '#contract/identity/people.ts'
import { as, expect, it, page, server, tags } from '#tests/components.ts'
import { choose, optionsOf } from '#tests/components/admin/panel.ts'
import { openWithCards } from '#tests/components/billing/cards.ts'
import { banner, button, cardOf, click, closeToasts, expectRow, field } from '#tests/components/words.ts'
import { autoPurchaseOff, firstPackage, serveAccount, visa, withMinutes } from '#tests/pages/billing/account/account.ts'
import { subscriberMe } from '#tests/pages/people.ts'

type State = Answer<typeof autoPurchase>

const off: State = autoPurchaseOff
const on: State = { ...off, enabled: true }

const settings = () => cardOf('Auto-Purchase Credits')
const dialogOf = (name: string) => page.getByRole('dialog', { name })
const question = () => dialogOf('Switch on auto-purchase?')
const surprise = () => page.getByRole('alertdialog', { name: 'You will be charged now' })
const box = () => page.getByRole('switch', { name: 'Buy minutes automatically' })
const threshold = () => field('Threshold (minutes)')
const limit = () => field('Monthly limit (USD)')
const sent = () => server.asked(changeAutoPurchase).map(({ body }) => body)

/** Keeps what the page changes, beginning with these settings. */
function takeChanges(state: State): void {
  server.answer(autoPurchase, () => state)
  server.answer(changeAutoPurchase, ({ body }) => (state = { ...state, ...body }))
}

function serve(state: State, me: Me = subscriberMe): void {
  as(me)
  serveAccount(server, me)
  takeChanges(state)
}

/** Adds the minutes of an automatic purchase from now on. */
function bringMinutes(me: Me, state: State): void {
  for (const call of [currentUser, accountUser]) server.answer(call, me)
  server.answer(autoPurchase, state)
}

async function switchOn(): Promise<void> {
  await box().click()
  await question().getByRole('button', { name: 'Switch On' }).click()
}

it('switching on says what is bought and when, and is saved', tags('S100 S173 S282 S283 S294 D46 D181'), async () => {
  serve(off)
  await page.goto('/account')
  await expect(box()).not.toBeChecked()
  await expect(settings()).toContainText(
    "When it's on, we buy 120 minutes for $25.00 when your balance falls to 9 minutes, for at most $100.00 a month.",
  )
  await expect(threshold()).toHaveCount(0)
  await box().click()
  for (const text of ['Visa ending in 4242', 'Uplift: 120 minutes', '$25.00', '9 minutes', '$100.00', 'At 9 minutes'])
    await expect(question()).toContainText(text)
  await expect(question()).not.toContainText('You will be charged now')
  await click('Keep It Off')
  await expect(question()).toHaveCount(0)
  await expect(box()).not.toBeChecked()
  expect(sent()).toEqual([])
  server.break(changeAutoPurchase)
  await switchOn()
  await expectRow('S283')
  await expect(question()).toHaveCount(0)
  await expect(box()).not.toBeChecked()

  takeChanges(off)
  await closeToasts()
  await switchOn()
  await expectRow('S282')
  await expect(box()).toBeChecked()
  await expect(box()).toBeFocused()
  await page.reload()
  await expect(settings()).toContainText(
    'When your balance falls to 9 minutes, we buy 120 minutes for $25.00 with your Visa ending in 4242.',
  )
  await box().click()
  await expect(threshold()).toHaveCount(0)
  expect(sent().slice(1)).toEqual([{ enabled: true, tier: 'uplift' }, { enabled: false }])

  // What was agreed stays, whatever is offered now.
  serve({ ...on, agreed: { name: 'Old Uplift', minutes: 130, price: 20 } })
  await page.goto('/account')
  await expect(settings()).toContainText('When your balance falls to 9 minutes, we buy 130 minutes for $20.00')
  expect(await optionsOf('Package')).toEqual([
    'Launch: 60 minutes for $15.00',
    'Old Uplift: 130 minutes for $20.00',
    'Navigate: 240 minutes for $45.00',
    'Ascend: 600 minutes for $95.00',
  ])
})

it('package, threshold and limit are saved when changed, within bounds', tags('S174 S192 S283 D46'), async () => {
  serve(on)
  await page.goto('/account')
  // What is typed while an older change is saved is shown, and saved as well.
  const release = server.hold(changeAutoPurchase)
  await choose('Package', 'Navigate: 240 minutes for $45.00')
  await threshold().fill('1')
  await expect.poll(sent).toEqual([{ tier: 'navigate' }, { threshold: 1 }])
  await threshold().fill('50')
  release()
  await expect(settings()).toContainText('When your balance falls to 50 minutes, we buy 240 minutes for $45.00')
  await expect(threshold()).toHaveValue('50')
  await limit().fill('60')
  await limit().press('Enter')
  await expect(settings()).toContainText('$0.00 of $60.00')
  await expectRow('S282')
  const saved = [{ tier: 'navigate' }, { threshold: 1 }, { threshold: 50 }, { monthlyCap: 60 }]
  expect(sent()).toEqual(saved)

  for (const [one, words, values] of [
    [threshold(), 'Threshold must be a whole number from 1 to 50', ['0', '51', '9.5', '-9', 'nine', '']],
    [limit(), 'The monthly limit must be a whole number from 45 to 500', ['44', '501', '']],
  ] as const)
    for (const wrong of values) {
      await one.fill(wrong)
      await one.blur()
      await expect(page.getByText(words)).toBeVisible()
      await expect(one).toHaveAttribute('aria-invalid', 'true')
    }
  server.break(changeAutoPurchase)
  await closeToasts()
  await threshold().fill('20')
  await expectRow('S283')
  await expect(threshold()).toHaveValue('50')
  await box().click()
  await expect.poll(() => sent().length).toBe(saved.length + 2)
  await expect(box()).toBeChecked()
  expect(sent().slice(saved.length)).toEqual([{ threshold: 20 }, { enabled: false }])
})

it('whatever charges at once is asked first, and its minutes arrive', tags('S238 D45'), async () => {
  serve({ ...off, chargesNow: true }, withMinutes(9))
  await page.goto('/account')
  await box().click()
  await expect(question()).toContainText('You will be charged now')
  await expect(question()).toContainText("Your balance is at or below 9 minutes, so we'll charge $25.00 right away.")
  await choose('Package', 'Launch: 60 minutes for $15.00')
  await click('Switch On and Pay $15.00')
  await expect(settings()).toContainText('Buying 60 minutes…')
  expect(sent()).toEqual([{ tier: 'launch', enabled: true }])
  bringMinutes(withMinutes(69), { ...on, tier: 'launch', spentThisMonth: 15 })
  server.answer(transactions, [{ ...firstPackage, description: 'Launch package, 60 minutes', amount: 15 }])
  for (const place of [cardOf('Overview'), banner()]) await expect(place).toContainText('69 minutes')
  await expect(cardOf('Transaction History').getByRole('row', { name: /\$15\.00/ })).toBeVisible()
  await expect(settings()).toContainText('$15.00 of $100.00')
  await expect(settings()).not.toContainText('Buying')

  // A threshold at the balance is one, too.
  serve(on, withMinutes(20))
  await page.goto('/account')
  await threshold().fill('20')
  await expect(surprise()).toContainText(
    "Your balance is at or below 20 minutes, so we'll charge $25.00 to your Visa ending in 4242 right away.",
  )
  await click('Keep Current Settings')
  await expect(threshold()).toHaveValue('9')
  await expect(surprise()).toHaveCount(0)
  expect(sent()).toHaveLength(1)
  await threshold().fill('20')
  await click('Save and Pay $25.00')
  await expect(page.getByText('Buying 120 minutes…')).toBeVisible()
  expect(sent().slice(1)).toEqual([{ threshold: 20 }])
})

it('a missing, refused or questioned card is named, with the way on', tags('D46 D47'), async () => {
  const kept = { card: { ...visa, last4: '7726' } }
  const secret = { clientSecret: 'seti_1_secret_1' }
  serve({ ...off, card: null })
  server.answer(card, { card: null })
  server.answer(setUpCard, secret)
  server.answer(saveCard, () => {
    server.answer(card, kept)
    takeChanges({ ...off, ...kept })
    return kept
  })
  await openWithCards('/account')
  await box().click()
  await expect(dialogOf('Add a card first')).toBeVisible()
  await click('Save Card')
  await expect(question()).toContainText('Visa ending in 7726')
  expect(sent()).toEqual([])
  await click('Switch On')
  await expect(box()).toBeChecked()
  expect(sent()).toEqual([{ tier: 'uplift', enabled: true }])

  const problem = {
    code: 'declined',
    message: 'Declined.',
    retryAt: '2026-11-24T09:30:00.000Z',
    checkoutId: null,
  } as const
  serve({ ...on, problem }, withMinutes(5))
  server.answer(setUpCard, secret)
  await openWithCards('/account')
  await expect(settings()).toContainText('Your card was declined')
  await expect(settings()).toContainText('The next try is on Nov 24, 2026, 10:30 AM.')
  await click('Use Another Card')
  await expect(dialogOf('Update card')).toContainText(
    "We'll use it right away to retry the declined automatic purchase of $25.00.",
  )
  server.answer(saveCard, kept)
  await click('Save Card')
  await expect(settings()).toContainText('Buying 120 minutes…')
  bringMinutes(withMinutes(125), { ...on, ...kept, spentThisMonth: 25 })
  await expect(cardOf('Overview')).toContainText('125 minutes')
  await expect(settings()).not.toContainText(/Your card was declined|Buying/)

  const checkoutId = '0d4c7f8e-0003-4a61-8f0e-6f2f3b1c0003'
  server.answer(autoPurchase, { ...on, problem: { ...problem, code: 'confirmation_needed', checkoutId } })
  await page.goto('/account')
  await expect(settings()).toContainText('Your bank needs you to confirm a payment')
  const link = settings().getByRole('link', { name: 'Confirm Payment' })
  await expect(link).toHaveAttribute('href', `/checkout?resume=${checkoutId}`)
  await expect(button('Use Another Card')).toHaveCount(0)
})
