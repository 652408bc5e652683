import { expect, type Page, test } from './fixtures.ts'
import { expectDelay, recordMoments } from '../kit/moments.ts'
import { breakWrites } from './faults.ts'
import { debtor, stoppedBuyer } from './payers.ts'
import { enter, openPurchase, openSecret, payWithCard, type Person, registered, subscriber } from './people.ts'
import { recordedTexts, recordTexts } from './talking.ts'
import { hold, toastOf } from '../kit/watch.ts'

/** Comes back from a bank's own page, as the provider leads there. */
async function comeBackFromBank(page: Page, after: string, secret: string, resume?: string): Promise<void> {
  const object = secret.startsWith('seti_') ? 'setup_intent' : 'payment_intent'
  const id = secret.split('_secret_')[0] ?? ''
  const came = new URLSearchParams({ after, [object]: id, [`${object}_client_secret`]: secret })
  if (resume) came.set('resume', resume)
  await page.goto(`/payment-return?${came}`)
}

/** Comes back with what is paid by now; answers what the page said before it led on, which stands for a moment only. */
async function comeBackPaid(page: Page, after: string, secret: string, resume?: string): Promise<string> {
  const release = await hold(page, '**/api/process-payment-success')
  await comeBackFromBank(page, after, secret, resume)
  await recordTexts(page, '[role=status]')
  await release()
  await page.waitForURL('/dashboard')
  return (await recordedTexts(page)).join('\n')
}

const flows = [
  {
    after: 'registration',
    person: () => registered(),
    open: (person: Person) =>
      openSecret(person, '/api/create-combined-purchase', { package: 'uplift', subscriptionPrice: 2.97 }),
    tryAgain: '/register?step=payment',
    paid: '150 minutes were added to your balance.',
    balance: '150 minutes',
    delayMs: 1000,
  },
  {
    after: 'purchase',
    person: () => subscriber(),
    open: openPurchase,
    tryAgain: '/checkout',
    paid: '60 minutes were added to your balance.',
    balance: '210 minutes',
    delayMs: 2000,
  },
  {
    after: 'subscription',
    person: () => registered(),
    open: (person: Person) => openSecret(person, '/api/create-subscription-payment', { tier: 'starter', amount: 2.97 }),
    tryAgain: '/subscribe',
    paid: 'Your access is open, with 30 minutes for this month.',
    balance: '30 minutes',
    delayMs: 2000,
  },
]

for (const flow of flows)
  test(`${flow.after}: taken up after the bank's page, refused or paid (D18, D39)`, async ({ page, context }) => {
    const person = await flow.person()
    await recordMoments(page)
    await enter(context, person)
    const secret = await flow.open(person)
    await comeBackFromBank(page, flow.after, secret)
    await expect(page.getByRole('heading', { name: 'Your payment did not go through' })).toBeVisible()
    await expect(toastOf(page)).toContainText('Payment Failed')
    await expect(page.getByRole('main')).toContainText('Nothing was charged.')
    expect(page.url()).not.toContain('_secret_')
    await page.getByRole('link', { name: 'Try Again' }).click()
    await expect(page).toHaveURL(flow.tryAgain)

    await payWithCard(secret)
    expect(await comeBackPaid(page, flow.after, secret)).toContain(flow.paid)
    await expectDelay(page, 'answer 200 POST /api/process-payment-success', 'screen /dashboard', flow.delayMs)
    await expect(page.getByRole('heading', { name: 'Your Dashboard' })).toBeVisible()
    await expect(page.getByRole('banner')).toContainText(flow.balance)
  })

test('the words of a refusal are the provider’s, also after a reload (D18, D39)', async ({ page, context }) => {
  const person = await subscriber()
  await enter(context, person)
  const secret = await openPurchase(person)
  await payWithCard(secret, 'pm_card_visa_chargeDeclinedInsufficientFunds').catch(() => undefined)
  await comeBackFromBank(page, 'purchase', secret)
  await expect(page.getByRole('main')).toContainText('Your card has insufficient funds.')
  await page.reload()
  await expect(page.getByRole('main')).toContainText('Your card has insufficient funds.')
  await expect(page.getByRole('banner')).toContainText('150 minutes')
})

test('what was not paid, or not by this person, is never called paid (D36)', async ({ page, context }) => {
  const person = await subscriber()
  await enter(context, person)
  const unpaid = await openPurchase(person)
  const foreign = await openPurchase(await subscriber())
  await payWithCard(foreign)
  for (const [secret, words] of [
    [unpaid, 'This payment has not been completed.'],
    [foreign, 'This payment does not exist.'],
  ] as const) {
    // Without its secret only the server can tell.
    await page.goto(`/payment-return?after=purchase&payment_intent=${secret.split('_secret_')[0]}`)
    await expect(page.getByRole('heading', { name: 'Your payment did not go through' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(words)
    await expect(page.getByRole('banner')).toContainText('150 minutes')
  }
})

test('without a payment in the address there is nothing to take up', async ({ page, context }) => {
  await enter(context, await subscriber())
  await page.goto('/payment-return?after=purchase')
  await expect(page).toHaveURL('/marketplace')
})

test('a stopped automatic purchase: refused leads back to its own page, paid adds the minutes (D39, D47)', async ({
  page,
  context,
}) => {
  const { person, checkoutId } = await stoppedBuyer()
  await enter(context, person)
  const secret = await openSecret(person, `/api/account/payments/${checkoutId}/resume`)
  await comeBackFromBank(page, 'resume', secret, checkoutId)
  await expect(page.getByRole('heading', { name: 'Your payment did not go through' })).toBeVisible()
  await page.getByRole('link', { name: 'Try Again' }).click()
  await expect(page.getByRole('button', { name: 'Confirm with Visa ending in 3184' })).toBeEnabled()

  await payWithCard(secret)
  expect(await comeBackPaid(page, 'resume', secret, checkoutId)).toContain('120 minutes were added to your balance.')
  await expect(page.getByRole('banner')).toContainText('125 minutes')
})

test('a debt: refused leads back to the account, paid is said there (D39, D44)', async ({ page, context }) => {
  const { person, debtId } = await debtor()
  await enter(context, person)
  const secret = await openSecret(person, `/api/account/debts/${debtId}/payment`)
  await comeBackFromBank(page, 'debt', secret)
  await expect(page.getByRole('heading', { name: 'Your payment did not go through' })).toBeVisible()
  await expect(toastOf(page)).toContainText('Payment Failed')
  await page.getByRole('link', { name: 'Try Again' }).click()
  await expect(page).toHaveURL('/account')
  await expect(page.getByRole('heading', { name: 'Open debt' })).toBeVisible()

  await payWithCard(secret)
  await comeBackFromBank(page, 'debt', secret)
  await expect(page).toHaveURL('/account')
  await expect(toastOf(page)).toContainText('Debt Paid')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Open debt' })).toHaveCount(0)
})

test('a card to keep: refused says what stays, confirmed is kept (D39, D46)', async ({ page, context }) => {
  const person = await subscriber()
  await enter(context, person)
  const secret = await openSecret(person, '/api/account/card-setup')
  await comeBackFromBank(page, 'card', secret)
  await expect(page.getByRole('heading', { name: 'Your card was not saved' })).toBeVisible()
  await expect(toastOf(page)).toContainText('Card Not Saved')
  expect(page.url()).not.toContain('_secret_')
  await page.getByRole('link', { name: 'Back to Account' }).click()
  await expect(page.getByRole('main')).toContainText('Visa ending in 4242')

  await payWithCard(secret, 'pm_card_authenticationRequired')
  const mend = await breakWrites('payer', 'update', person)
  await comeBackFromBank(page, 'card', secret)
  await expect(toastOf(page)).toContainText('Your bank agreed, but we could not keep the card. Please try again.')
  await mend()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page).toHaveURL('/account')
  await expect(toastOf(page)).toContainText('Card Saved')
  await expect(page.getByRole('main')).toContainText('Visa ending in 3184')
})
